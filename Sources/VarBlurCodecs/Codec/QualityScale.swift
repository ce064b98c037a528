/// How the quality numbers of an encoder correspond to those of JPEG.
///
/// The scale of a format is beside its encoder. Numbers of two encoders correspond if pictures have the same score of SSIMULACRA 2, averaged
/// over photos of 640 pixels in width.
struct QualityScale {
    /// Corresponding numbers, in ascending order of both.
    let points: [(jpeg: Int, own: Int)]

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
