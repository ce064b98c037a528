internal import VarBlur
internal import VarBlurJSON

extension BlurJob.Report {
    /// Adds the facts about an output.
    ///
    /// - Throws: an error with the code `outOfMemory`, `overLimit`, `timeout`, or `cancelled`.
    mutating func add(_ facts: [OutputFact], of file: FileContents, _ context: JobContext) throws(ImageError) {
        if facts.contains(.sha256) { sha256 = file.hash }
        guard facts.contains(.thumbHash) else { return }
        let file = try LoadedImageFile(output: file, context)
        let (width, height) = (file.header.uprightWidth, file.header.uprightHeight)
        let scale = min(1, Double(ThumbHash.longestSide) / Double(max(width, height)))
        let picture = try file.picture(
            SourceRegion(wholeWidth: width, height: height),
            of: PixelRegion(x: 0, y: 0, width: width, height: height),
            width: max(1, Int((scale * Double(width)).rounded())),
            height: max(1, Int((scale * Double(height)).rounded())))
        thumbHash = Base64.text(of: ThumbHash.bytes(of: picture)[...])
    }
}
