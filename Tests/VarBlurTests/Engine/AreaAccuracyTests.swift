import TestSupport
import Testing

@testable import VarBlur

@Suite("Error of the blur and of the reference in areas")
struct AreaAccuracyTests {
    private static let size = Size(150, 133)
    private static let sampling = PlaneSampling(wholeWidth: 150, height: 133)

    /// Pixels around the outline of a shape, and anywhere.
    private static func pixels(_ model: AreaModel) -> [(x: Int, y: Int)] {
        var random = SplitMix64(seed: 6)
        return (0..<100).map { index in
            let point = model.outline[Int.random(in: 0..<model.outline.count, using: &random)]
            let near = (Int(point.x) + index % 17 - 8, Int(point.y) + index % 13 - 6)
            return index % 3 > 0 && (0..<150).contains(near.0) && (0..<133).contains(near.1)
                ? near : (Int.random(in: 0..<150, using: &random), Int.random(in: 0..<133, using: &random))
        }
    }

    /// The greatest error of the blur, or of the reference, in 8-bit steps.
    private func worstError(
        _ field: BlurField, _ image: borrowing PixelBuffer, isReference: Bool, _ edges: EdgeMode,
        at pixels: [(x: Int, y: Int)], radius: @escaping (_ x: Double, _ y: Double) -> Double
    ) throws -> Double {
        let blur = ProgressiveBlur(field: field, edges: edges)
        let result = try isReference ? blur.reference(of: image) : blur.blurred(image)
        let gather = GatherBlur(image, edges: edges) {
            let radius = radius(Double($0) + 0.5, Double($1) + 0.5)
            return (radius, radius)
        }
        let errors = gather.errors(of: result, at: pixels)
        return errors.reduce(0) { max($0, abs($1)) } / (image.format.depth.fullScale / 255)
    }

    @Test("is within the bounds for and outside of every shape, with and without feather", arguments: AreaModel.all)
    func shapes(text: String, model: AreaModel) throws {
        let pixels = Self.pixels(model)
        let centers = pixels.map { (x: Double($0.x) + 0.5, y: Double($0.y) + 0.5) }
        let distances = Dictionary(
            centers.map { ([$0.x, $0.y], model.distance($0.x, $0.y)) }, uniquingKeysWith: { first, _ in first })
        let outline = try BlurArea.Shape(text).outline(width: Self.size.width, height: Self.size.height)
        for (index, feather) in [0.0, 7, 25].enumerated() {
            let isInverted = (index + text.count) % 2 == 1
            let part = "\(isInverted ? "outside " : "")\(text)"
            let field = try BlurArea("area-blur(\(part), 9px, feather \(feather)px)").field
            let edges = EdgeMode.allCases[index % EdgeMode.allCases.count]
            for format in [PixelFormat(.rgb), PixelFormat(.gray, .sixteen)] {
                let image = try TestContent.binaryNoise.image(Self.size).rescaled(to: format)
                for (isReference, bound) in [(false, 0.4), (true, 0.02)] {
                    let rounding = format.depth == .eight ? 0.5 : 0.5 / 257
                    let error = try worstError(field, image, isReference: isReference, edges, at: pixels) { x, y in
                        // small radii need exact distances, and are at the outline if the area is inverted
                        let distance = isInverted ? outline.distance(x, y) : distances[[x, y]] ?? 0
                        let coverage = distance == 0 ? 1 : max(0, 1 - distance / max(feather, 1e-9))
                        return 9 * (isInverted ? 1 - coverage : coverage)
                    }
                    #expect(error <= bound + rounding, "\(feather) \(format) \(isReference)")
                }
            }
        }
    }

    @Test("is within the bounds where areas and a ramp overlap")
    func unions() throws {
        let models = [AreaModel.all[2], AreaModel.all[7], AreaModel.all[13]]
        let texts = zip(models, [3.0, 8, 14]).map { "area-blur(\($0.text), \($1)px, feather 5px)" }
        let field = BlurField.maximum(try BlurField.list("linear-blur(10px, 0px 60%) " + texts.joined(separator: " ")))
        for format in [PixelFormat(.rgb), PixelFormat(.gray, .sixteen)] {
            let image = try TestContent.natural.image(Self.size).rescaled(to: format)
            for (isReference, bound) in [(false, 0.4), (true, 0.02)] {
                let error = try worstError(
                    field, image, isReference: isReference, .normalize, at: Self.pixels(models[1].model)
                ) { x, y in
                    let radii = zip(models, [3.0, 8, 14]).map { model, radius in
                        radius * max(0, 1 - model.model.distance(x, y) / 5)
                    }
                    return max(10 * max(0, 1 - y / (0.6 * 133)), radii.max() ?? 0)
                }
                #expect(error <= bound + (format.depth == .eight ? 0.5 : 0.5 / 257), "\(format) \(isReference)")
            }
        }
    }

    @Test("leaves every pixel outside of the feather as it is")
    func outside() throws {
        let image = try TestContent.binaryNoise.image(Size(400, 300))
        let field = try BlurArea("area-blur(circle(60px at 150px 140px), 30px, feather 20px)").field
        let result = try ProgressiveBlur(field: field).blurred(image)
        var changed = 0
        let wrong = result.exceptions { x, y, channel in
            let (dx, dy) = (Double(x) + 0.5 - 150, Double(y) + 0.5 - 140)
            let isSame = result[x, y, channel] == image[x, y, channel]
            if !isSame { changed += 1 }
            return isSame || dx * dx + dy * dy < 80 * 80
        }
        #expect(wrong == nil && changed > 10_000)
    }
}
