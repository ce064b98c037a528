import Testing

@testable import VarBlurCommand

@Suite("Progress")
struct ProgressTests {
    @Test("Durations are rounded up to seconds and have hours only if needed")
    func clock() {
        let texts = [0, 0.2, 59.5, 61, 3599, 3600, 86_399].map(Progress.clock)
        #expect(texts == ["00:00", "00:01", "01:00", "01:01", "59:59", "1:00:00", "23:59:59"])
    }

    @Test("Durations are limited to a hundred hours")
    func longDuration() {
        #expect(Progress.clock(1e300) == "99:59:59" && Progress.clock(.infinity) == "99:59:59")
    }
}
