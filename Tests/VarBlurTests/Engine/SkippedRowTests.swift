import Testing

@testable import VarBlur

@Suite("Rows of the levels that are not computed")
struct SkippedRowTests {
    /// Rows with a σ of 7 above and below a clear range.
    private func schedule(_ lineCount: Int, clear: Range<Int>, _ edges: EdgeMode) -> RingBufferSchedule {
        let profile = RadiusProfile(radii: (0..<lineCount).map { clear.contains($0) ? 0 : 7 })
        let rows = [0..<clear.lowerBound, clear.upperBound..<lineCount].filter { !$0.isEmpty }
        return RingBufferSchedule(
            profile, AxisLevels(count: profile.lineCount), edges: edges, levels: 2, rows: rows)
    }

    @Test("are those in the middle of a clear range", arguments: EdgeMode.allCases)
    func gap(edges: EdgeMode) throws {
        let skipped = schedule(2000, clear: 400..<1500, edges).skippedRows
        if edges == .wrap {
            #expect(skipped.allSatisfy { $0.isEmpty })
            return
        }
        for (level, rows) in skipped.enumerated() {
            let range = try #require(rows.first)
            // a σ of 7 reaches 26 rows; decimation reaches further
            #expect(rows.count == 1 && range.lowerBound << level > 400 && range.lowerBound << level < 460)
            #expect(range.upperBound << level < 1500 && range.upperBound << level > 1440)
        }
    }

    @Test("do not exist in short gaps, or beside a single range")
    func none() {
        for clear in [300..<330, 0..<300, 300..<600] {
            let skipped = schedule(600, clear: clear, .normalize).skippedRows
            #expect(skipped.allSatisfy { $0.isEmpty })
        }
    }
}
