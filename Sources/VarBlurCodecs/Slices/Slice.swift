internal import VarBlur

/// Memory for a few rows of every component of an image.
@safe
final class Slice: @unchecked Sendable {
    let layout: SliceLayout
    private let memory: CheckedMemory

    /// Vector instructions may read beyond the end of the last row.
    private static let slack = 64

    /// Allocates a zeroed slice.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(_ layout: SliceLayout) throws(ImageError) {
        memory = try ImageError.wrapping(CheckedMemory(count: layout.byteCount + Self.slack, of: 1))
        self.layout = layout
    }

    /// A row of a component, counted from the first row of the slice: all bytes up to the next row.
    func row(_ component: Int, _ index: Int) -> UnsafeMutableRawBufferPointer {
        let component = layout.components[component]
        precondition(index >= 0 && index < component.rowsPerSlice, "a slice has only \(component.rowsPerSlice) rows")
        return unsafe UnsafeMutableRawBufferPointer(
            start: memory.base + component.offset + index * component.bytesPerRow, count: component.bytesPerRow)
    }
}

/// Recycles slices, so that a stream of them needs a constant amount of memory.
final class SlicePool: @unchecked Sendable {
    let layout: SliceLayout
    private let monitor = Monitor()
    private var unused: [Slice] = []

    init(_ layout: SliceLayout) { self.layout = layout }

    /// Returns an unused slice with undefined contents.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    func take() throws(ImageError) -> Slice {
        let slice = monitor.withLock { unused.popLast() }
        return if let slice { slice } else { try Slice(layout) }
    }

    func recycle(_ slice: Slice) { monitor.withLock { unused.append(slice) } }
}
