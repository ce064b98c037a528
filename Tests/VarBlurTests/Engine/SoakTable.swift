import Foundation
import Synchronization
import TestSupport
import Testing
import VarBlur

/// The tables of the soak tests, which are written to the file that `VARBLUR_SOAK_TABLE` names.
enum SoakTable {
    /// The path of the file; `nil` if the soak tests do not run.
    static let path = ProcessInfo.processInfo.environment["VARBLUR_SOAK_TABLE"]

    private static let tables = Mutex<[String: [String]]>([:])

    private static let introduction = """
        # Error sweep

        The largest difference between a stored sample value and the exact value, in sample values (rounding alone can cause 0.5).
        Input: random images from 1×1 to 96×31 pixels; radii from 0.05 to 300 at the blurred edge, half of that or 0 at the unblurred edge.
        Radii that vary along both axes: images up to 96×131 pixels; gradients, waves, hard masks and random radii from 0.15 to 150; eight
        pixels of each result. Color differences are weighted by alpha. Written by `make soak`.
        """

    /// Measures the greatest error for every format and edge mode, and adds a table of them.
    ///
    /// - Parameters:
    ///   - title: the heading of the first column.
    ///   - name: the position of the table in the order of names.
    ///   - bound: the greatest error allowed.
    ///   - worstError: the greatest error, and the number of blurs.
    /// - Throws: an error of a blur or of the file.
    static func measure(
        _ title: String, as name: String, _ bound: (PixelFormat) -> Double,
        _ worstError: (PixelFormat, EdgeMode) throws -> (Double, Int)
    ) throws {
        var lines = [
            "| \(title) | blurs | " + EdgeMode.allCases.map(\.rawValue).joined(separator: " | ") + " |",
            "|---|---|" + EdgeMode.allCases.map { _ in "---|" }.joined(),
        ]
        for format in PixelFormat.all {
            var (cells, count): ([String], Int) = ([], 0)
            for edges in EdgeMode.allCases {
                let (worst, blurs) = try worstError(format, edges)
                #expect(worst <= bound(format), "\(format) \(edges)")
                cells.append(String(format: "%.4f", worst))
                count += blurs
            }
            let alpha = format.channels.hasAlpha ? " \(format.alpha.rawValue)" : ""
            let formatName = "\(format.channels.rawValue) \(format.depth.rawValue)\(alpha)"
            lines.append("| \(formatName) | \(count) | \(cells.joined(separator: " | ")) |")
        }
        try write(lines, as: name)
    }

    /// Adds a table and writes all that are known, in the order of their names.
    private static func write(_ lines: [String], as name: String) throws {
        guard let path else { return }
        let text = tables.withLock { tables in
            tables[name] = lines
            let sorted = tables.sorted { $0.key < $1.key }.map { $0.value.joined(separator: "\n") + "\n" }
            return introduction + "\n\n" + sorted.joined(separator: "\n")
        }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
