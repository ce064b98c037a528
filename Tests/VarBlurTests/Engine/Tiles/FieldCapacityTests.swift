import TestSupport
import Testing

@testable import VarBlur

@Suite("Memory for the windows of tiles")
struct FieldCapacityTests {
    private static let counts = [1, 2, 17, 31, 32, 33, 40, 63, 64, 65, 97, 130, 301]
    private static let sigmas = [0.3, 0.8, 1.6, 2.99, 3, 5.9, 6, 11, 25, 80, 1000]

    @Test(
        "suffices for all pixels of an axis, and exceeds what is needed by a few samples only",
        arguments: EdgeMode.allCases)
    func windows(edges: EdgeMode) {
        for count in Self.counts {
            let axis = AxisLevels(count: count)
            let domain = AxisDomain(axis: axis, edges: edges)
            for level in 0...axis.coarsest {
                for sigma in Self.sigmas where axis.level(sigma: sigma) == level {
                    for length in [1, 7, 64, 128] where length <= count {
                        check(domain, level, sigma, length, count)
                    }
                }
            }
        }
    }

    private func check(_ domain: AxisDomain, _ level: Int, _ sigma: Double, _ length: Int, _ count: Int) {
        let results = FieldJob.resultCapacity(pixelCount: length, level: level)
        let capacity = domain.windowCapacity(resultCount: results, level: level, greatestSigma: sigma)
        var (most, greatest) = (0, 0)
        for first in 0...count - length {
            let found = FieldJob.results(first..<first + length, level: level)
            let window = domain.window(found, level: level, greatestSigma: sigma)
            (most, greatest) = (max(most, found.count), max(greatest, window.count))
        }
        let name = Comment(rawValue: "\(count) pixels, level \(level), σ \(sigma), \(length) of them")
        #expect(most <= results && greatest <= capacity, name)
        #expect(greatest >= capacity - 22, name)
    }

    @Test("suffices for tiles of every shape", arguments: EdgeMode.allCases)
    func shapes(edges: EdgeMode) throws {
        for size in [
            Size(1, 400), Size(400, 1), Size(17, 260), Size(260, 17), Size(31, 33), Size(33, 31), Size(129, 65),
            Size(513, 70),
        ] {
            let image = try PixelBuffer.noise(size, PixelFormat(.grayAlpha), seed: 4)
            for radius in [0.5, 2.9, 3.1, 9, 60] {
                for field in [TestField.hardMask(radius, 0.4), .diagonal(radius / 3, radius), .noise(radius)] {
                    let whole = try field.blurred(image, edges: edges)
                    let (x, y) = (size.width / 3, size.height / 2)
                    let region = PixelRegion(x: x, y: y, width: size.width - x, height: size.height - y)
                    let part = try field.blurred(image, edges: edges, region: region)
                    for row in 0..<region.height {
                        let expected = whole.row(y + row).suffix(2 * region.width)
                        #expect(part.row(row).elementsEqual(expected), "\(size) \(radius)")
                    }
                }
            }
        }
    }
}
