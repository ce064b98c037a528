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

    /// Reads bytes after others; returns whether all of them were there.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func append(_ count: Int, to bytes: inout [UInt8]) throws(ImageError) -> Bool {
        let start = bytes.count
        let buffered = min(unread.count, count)
        bytes.reserveCapacity(start + count)
        bytes += buffer[unread.prefix(buffered)]
        unread = unread.dropFirst(buffered)
        guard buffered < count else { return true }
        bytes += repeatElement(0, count: count - buffered)
        var position = start + buffered
        while position < bytes.count {
            let read = try StandardInput.read(into: &bytes, from: position, remedy: Self.remedy)
            if read == 0 { return false }
            position += read
        }
        return true
    }

    /// Fills the buffer; returns whether there was more.
    private func fill() throws(ImageError) -> Bool {
        let count = try StandardInput.read(into: &buffer, from: 0, remedy: Self.remedy)
        unread = 0..<count
        return count > 0
    }

    private static let remedy = "redirect a video to it"
}
