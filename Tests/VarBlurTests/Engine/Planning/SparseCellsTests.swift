import VarBlurLibC
import TestSupport
import Testing

@testable import VarBlur

@Suite("Where sums of weights behind a matte are small")
struct SparseCellsTests {
    private static let size = Size(330, 270)

    /// The coverage of every pixel.
    private struct Coverage {
        let values: [Double]

        init(_ value: (_ x: Double, _ y: Double) -> Double) {
            values = (0..<size.width * size.height).map { index in
                let (x, y) = (Double(index % size.width) + 0.5, Double(index / size.width) + 0.5)
                return (min(max(value(x, y), 0), 1) * 255 + 0.5).rounded(.down) / 255
            }
        }

        init(_ shape: MatteModel.Shape) {
            self.init { x, y in shape.coverage(x / Double(size.width), y / Double(size.height)) }
        }

        /// The cells that are found for a constant radius.
        func found(_ sigma: Double, _ edges: EdgeMode, threadCount: Int = 1) throws -> (map: FieldMap, cells: [Bool]) {
            let matte = try AlphaMask(
                width: size.width, height: size.height, samples: values.map { UInt8(($0 * 255).rounded()) })
            let placed = PlacedMatte(matte, width: size.width, height: size.height)
            let sampling = PlaneSampling(wholeWidth: size.width, height: size.height)
            let gradient = try BlurGradient(maximumRadius: sigma, minimumRadius: sigma)
            let field = gradient.field.placed(width: size.width, height: size.height)
            let geometry = FieldGeometry(field, sampling, width: size.width, height: size.height)
            let map = MatteMap(placed, sampling, width: size.width, height: size.height)
            let bounds = try FieldMap(geometry, threadCount: threadCount)
            let cells = try SparseCells.find(placed, map, geometry, bounds, edges: edges, threadCount: threadCount)
            return (bounds, cells)
        }

        /// The least sum of weights of a pixel of a cell, relative to its own weight.
        func leastRatio(_ sums: [Double], column: Int, row: Int) -> Double {
            var least = Double.infinity
            for y in row * 64..<min(row * 64 + 64, size.height) {
                for x in column * 64..<min(column * 64 + 64, size.width) where values[y * size.width + x] < 1 {
                    least = min(least, sums[y * size.width + x] / (1 - values[y * size.width + x]))
                }
            }
            return least
        }

        /// The sum of weights of every pixel.
        func sums(_ sigma: Double, _ edges: EdgeMode) -> [Double] {
            let (width, height) = (size.width, size.height)
            let (along, across) = (
                GaussianLine(sigma: sigma, count: width, edges: edges),
                GaussianLine(sigma: sigma, count: height, edges: edges)
            )
            var weights: [Double] = []
            var rows = [Double](repeating: 0, count: width * height)
            // with transparent edges, the coverage is blurred, because nothing is in front beyond the image
            let isTransparent = edges == .transparent
            for x in 0..<width {
                let first = along.weights(at: x, into: &weights)
                for y in 0..<height {
                    for (tap, weight) in weights.enumerated() {
                        let value = values[y * width + first + tap]
                        rows[y * width + x] += weight * (isTransparent ? value : 1 - value)
                    }
                }
            }
            var sums = [Double](repeating: 0, count: width * height)
            for y in 0..<height {
                let first = across.weights(at: y, into: &weights)
                for (tap, weight) in weights.enumerated() {
                    for x in 0..<width { sums[y * width + x] += weight * rows[(first + tap) * width + x] }
                }
            }
            return isTransparent ? sums.map { 1 - $0 } : sums
        }
    }

    @Test("no other cell has a pixel whose sum is small", arguments: EdgeMode.allCases, [0.7, 1, 2.2, 5, 13, 40])
    func others(edges: EdgeMode, sigma: Double) throws {
        for shape in MatteModel.Shape.allCases {
            let coverage = Coverage(shape)
            let sums = coverage.sums(sigma, edges)
            let (map, cells) = try coverage.found(sigma, edges)
            for row in 0..<map.rowCount {
                for column in 0..<map.columnCount where !cells[row * map.columnCount + column] {
                    let least = coverage.leastRatio(sums, column: column, row: row)
                    #expect(least >= 0.1, "\(shape), cell \(column), \(row)")
                }
            }
        }
    }

    @Test("straight edges, and small subjects are not found", arguments: [0.7, 1, 2.2, 5, 13, 40])
    func edges(sigma: Double) throws {
        for softness in [1.0, 5] {
            let slanted = Coverage { x, y in (0.5 * x + y - 200) / softness }
            let vertical = Coverage { x, _ in (x - 150.3) / softness }
            let disk = Coverage { x, y in (70 - ((x - 160) * (x - 160) + (y - 130) * (y - 130)).squareRoot()) / softness
            }
            for coverage in [slanted, vertical, disk] {
                let cells = try coverage.found(sigma, .clamp).cells
                #expect(!cells.contains(true), "softness \(softness)")
            }
        }
    }

    @Test("narrow gaps are found, by any number of threads")
    func gaps() throws {
        let gap = Coverage { x, _ in abs(x - 160) < 1.5 ? 0 : 1 }
        for sigma in [0.7, 1] { #expect(try !gap.found(sigma, .clamp).cells.contains(true)) }
        for sigma in [9.0, 30] {
            let (map, cells) = try gap.found(sigma, .clamp)
            #expect(cells.indices.allSatisfy { cells[$0] == ($0 % map.columnCount == 2) })
            #expect(try gap.found(sigma, .clamp, threadCount: 3).cells == cells)
        }
    }
}
