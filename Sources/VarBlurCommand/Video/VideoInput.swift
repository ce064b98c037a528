internal import VarBlurCodecs

/// Reads a video from standard input.
final class VideoInput {
    private static let name = "standard input"
    private static let longestLine = 4096

    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var unread = 0..<0

    /// The next line without its line break; `nil` at the end of the input.
    ///
    /// - Throws: an error with the code `damaged` or `inputOutput`.
    func line() throws(ImageError) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if unread.isEmpty, try !fill() {
                if line.isEmpty { return nil }
                throw ImageError(.damaged, "the video ends within a header", file: Self.name)
            }
            let end = buffer[unread].firstIndex(of: 0x0A)
            line += buffer[unread.lowerBound..<(end ?? unread.upperBound)]
            unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
            guard line.count <= Self.longestLine else {
                throw ImageError(.damaged, "the video has a header of more than 4,096 bytes", file: Self.name)
            }
            if end != nil { return line }
        }
    }

    /// Reads all samples of a frame; returns whether all of them were there.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func read(into frame: VideoFrame) throws(ImageError) -> Bool {
        let bytes = unsafe frame.bytes
        let buffered = min(unread.count, bytes.count)
        unsafe bytes.copyBytes(from: buffer[unread.prefix(buffered)])
        unread = unread.dropFirst(buffered)
        var position = buffered
        while position < bytes.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[position...])
            let count = try unsafe StandardInput.read(into: rest, remedy: Self.remedy)
            if count == 0 { return false }
            position += count
        }
        return true
    }

    /// Fills the buffer; returns whether there was more.
    private func fill() throws(ImageError) -> Bool {
        let count = try StandardInput.read(into: &buffer, remedy: Self.remedy)
        unread = 0..<count
        return count > 0
    }

    private static let remedy = "redirect a video to it"
}
