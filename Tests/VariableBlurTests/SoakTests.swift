import Foundation
import TestSupport
import Testing
import VariableBlur

/// A long sweep over radii, sizes and formats.
///
/// Its table is written to the file that `VARBLUR_SOAK_TABLE` names.
@Suite("Soak", .enabled(if: soakTable != nil), .serialized)
struct SoakTests {
    private static let sigmas = [
        0.05, 0.15, 0.16, 0.19, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4.5, 6, 10, 16, 25, 40, 75, 150, 300,
    ]
    private static let sizes = [
        Size(1, 1), Size(2, 3), Size(1, 61), Size(61, 1), Size(17, 13), Size(32, 32), Size(53, 47), Size(96, 31),
    ]

    @Test("every radius, size, edge rule, direction and format is within the bound", arguments: BlurEngine.allCases)
    func sweep(engine: BlurEngine) throws {
        var lines = [
            "| \(engine.rawValue) | blurs | " + EdgeMode.allCases.map(\.rawValue).joined(separator: " | ") + " |",
            "|---|---|" + EdgeMode.allCases.map { _ in "---|" }.joined(),
        ]
        for format in PixelFormat.all {
            var (cells, count): ([String], Int) = ([], 0)
            for edges in EdgeMode.allCases {
                let (worst, blurs) = try worstError(engine, format, edges)
                #expect(worst <= Self.bound(engine, format.depth), "\(format) \(edges)")
                cells.append(String(format: "%.4f", worst))
                count += blurs
            }
            let alpha = format.channels.hasAlpha ? " \(format.alpha.rawValue)" : ""
            let name = "\(format.channels.rawValue) \(format.depth.rawValue)\(alpha)"
            lines.append("| \(name) | \(count) | \(cells.joined(separator: " | ")) |")
        }
        try Self.write(lines, isFirst: engine == BlurEngine.allCases[0])
    }

    /// Half a step of rounding, and the error bound of the engine.
    private static func bound(_ engine: BlurEngine, _ depth: SampleDepth) -> Double {
        switch engine {
        case .reference: depth == .eight ? 0.51 : 0.55
        case .fast: depth == .eight ? 0.9 : 0.5 + 0.4 * 257
        }
    }

    private static func write(_ table: [String], isFirst: Bool) throws {
        let introduction = [
            "# Error sweep of the engines",
            "",
            "The largest difference between a stored sample value and the exact value, in sample values (rounding alone can cause 0.5).",
            "Input: random images from 1×1 to 96×31 pixels; radii from 0.05 to 300 at the blurred edge, half of that or 0 at the unblurred edge.",
            "Color differences are weighted by alpha. Written by `make soak`.",
        ]
        let path = soakTable ?? ""
        let before =
            isFirst ? introduction.joined(separator: "\n") + "\n" : try String(contentsOfFile: path, encoding: .utf8)
        try (before + "\n" + table.joined(separator: "\n") + "\n").write(
            toFile: path, atomically: true, encoding: .utf8)
    }

    private func worstError(_ engine: BlurEngine, _ format: PixelFormat, _ edges: EdgeMode) throws -> (Double, Int) {
        var (worst, count, seed) = (0.0, 0, UInt64(1))
        for sigma in Self.sigmas {
            for size in Self.sizes {
                for (minimum, offset) in [(0, 0), (sigma / 2, -0.3), (0, 0.4)] {
                    let direction = BlurDirection.allCases[count % 4]
                    let blur = try ProgressiveBlur(
                        maximumRadius: sigma, minimumRadius: minimum, direction: direction, startOffset: offset,
                        edges: edges)
                    let source = try PixelBuffer.noise(size, format, seed: seed)
                    let result = try blur.blurred(source, engine: engine)
                    worst = max(worst, BruteForceBlur(blur).largestError(of: result, from: source))
                    (count, seed) = (count + 1, seed + 1)
                }
            }
        }
        return (worst, count)
    }
}

private let soakTable = ProcessInfo.processInfo.environment["VARBLUR_SOAK_TABLE"]
