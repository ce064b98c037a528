internal import VariableBlur

/// What a format's decoder does behind ``ImageDecoder``.
protocol RowReader: AnyObject {
    var header: ImageHeader { get }

    /// Reads the next row; the buffer holds just a row.
    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError)

    /// What is wrong with the file, if damage is allowed and some has been met.
    var damage: String? { get }

    /// Reads what follows the last row and returns a complaint that cost no pixels, or nothing.
    func finish() throws(ImageError) -> String
}

/// Decodes a PNG or JPEG file row by row.
///
/// Damage is an error, as soon as it is met, unless the limits allow it; rows that were read before it are not to be relied on. Read all rows and
/// call ``finish()``: only then is it certain that the file is whole.
public struct ImageDecoder: ~Copyable {
    /// What the file says of itself.
    public private(set) var header: ImageHeader

    private let reader: any RowReader
    private var nextRow = 0

    /// Opens a file that is in memory.
    ///
    /// - Parameters:
    ///   - bytes: the whole file; it is copied.
    ///   - limits: what the file may ask for.
    /// - Throws: an error of the code `notAnImage`, `damaged`, `unsupported`, `overLimit` or `outOfMemory`.
    public init(_ bytes: RawSpan, limits: ImageLimits = ImageLimits()) throws(ImageError) {
        try self.init(FileContents(bytes), limits: limits)
    }

    init(_ file: FileContents, limits: ImageLimits) throws(ImageError) {
        reader = try Self.reader(of: file, limits: limits)
        header = reader.header
    }

    static func reader(of file: FileContents, limits: ImageLimits) throws(ImageError) -> any RowReader {
        switch ImageFormat(contents: file) {
        case .png: return try PNGRowReader(file, limits: limits)
        case .jpeg: return try JPEGReader(file, limits: limits)
        case nil:
            let what = file.count == 0 ? "the input is empty" : "neither a PNG nor a JPEG file"
            throw ImageError(.notAnImage, what, remedy: "convert it to PNG or JPEG first")
        }
    }

    /// What is wrong with the file, if the limits allow damage and some has been met so far.
    public var damage: String? { reader.damage }

    /// Decodes the next row of the stored image, from the top.
    ///
    /// - Parameter row: at least `header.width × header.pixelFormat.bytesPerPixel` bytes; fewer trap, as does a row
    ///   after the last.
    /// - Throws: an error of the code `damaged`, `overLimit` or `outOfMemory`.
    public mutating func readRow(into row: inout MutableRawSpan) throws(ImageError) {
        let count = header.width * header.pixelFormat.bytesPerPixel
        precondition(nextRow < header.height, "the image has only \(header.height) rows")
        precondition(row.byteCount >= count, "\(row.byteCount) bytes do not hold a row of \(count)")
        try unsafe row.withUnsafeMutableBytes { (row) throws(ImageError) in
            try unsafe reader.readRow(into: UnsafeMutableRawBufferPointer(rebasing: row[..<count]))
        }
        nextRow += 1
    }

    /// Reads what follows the last row, so that damage there is found.
    ///
    /// - Throws: an error of the code `damaged` or `overLimit`.
    public mutating func finish() throws(ImageError) {
        precondition(nextRow == header.height, "\(header.height - nextRow) rows have not been read")
        let complaint = try reader.finish()
        if !complaint.isEmpty { header.notices.append("the decoder says: \(complaint)") }
    }
}
