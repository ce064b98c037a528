/// How the quality numbers of an encoder correspond to those of JPEG.
///
/// Numbers of two encoders correspond if pictures have the same score of SSIMULACRA 2, averaged over photos of 640 pixels in width.
struct QualityScale {
    /// Corresponding numbers, in ascending order of both.
    private let points: [(jpeg: Int, own: Int)]

    static let webP = QualityScale(points: [
        (1, 1), (30, 29), (40, 43), (50, 57), (60, 67), (65, 75), (70, 78), (75, 81), (80, 84), (85, 88), (90, 93),
        (95, 98), (100, 100),
    ])
    static let avif = QualityScale(points: [
        (1, 10), (30, 40), (40, 46), (50, 51), (60, 54), (65, 57), (70, 59), (75, 64), (80, 70), (85, 77), (90, 84),
        (95, 88), (100, 100),
    ])

    /// 99 is the best that is not lossless.
    static let jxl = QualityScale(points: [
        (1, 1), (30, 27), (40, 40), (50, 51), (60, 58), (65, 64), (70, 68), (75, 73), (80, 79), (85, 83), (90, 88),
        (95, 92), (100, 99),
    ])

    /// The number for a JPEG quality, interpolated between the points; -1, which no encoder takes, for none between 1 and 100.
    func quality(forJPEG quality: Int) -> Int {
        guard (1...100).contains(quality), let next = points.firstIndex(where: { quality <= $0.jpeg }), next > 0 else {
            return quality == points.first?.jpeg ? points[0].own : -1
        }
        let (low, high) = (points[next - 1], points[next])
        let step = Double(quality - low.jpeg) / Double(high.jpeg - low.jpeg)
        return Int((Double(low.own) + step * Double(high.own - low.own)).rounded())
    }
}
