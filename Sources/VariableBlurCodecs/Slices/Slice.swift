internal import LibC

/// Memory for some rows of every component of an image.
@safe
final class Slice: @unchecked Sendable {
    let layout: SliceLayout
    private let memory: UnsafeMutableRawPointer

    init(_ layout: SliceLayout) throws(ImageError) {
        // vectors may be read to their end
        let slack = 64
        guard let memory = unsafe calloc(layout.byteCount + slack, 1) else {
            throw ImageError(
                .outOfMemory, "no memory for \(layout.byteCount) bytes of pixels",
                remedy: "try again with more memory free")
        }
        unsafe self.memory = memory
        self.layout = layout
    }

    deinit { unsafe free(memory) }

    /// The bytes of a row, counted from the slice's first; as many as there are between the starts of two rows.
    func row(_ component: Int, _ index: Int) -> UnsafeMutableRawBufferPointer {
        let own = layout.components[component]
        precondition(index >= 0 && index < own.rowsPerSlice, "a slice has only \(own.rowsPerSlice) rows")
        return unsafe UnsafeMutableRawBufferPointer(
            start: memory + own.offset + index * own.bytesPerRow, count: own.bytesPerRow)
    }
}

/// Slices that are used again when nobody needs them any more.
final class SlicePool: @unchecked Sendable {
    let layout: SliceLayout
    private let monitor = Monitor()
    private var unused: [Slice] = []

    init(_ layout: SliceLayout) { self.layout = layout }

    /// A slice of whatever contents.
    func take() throws(ImageError) -> Slice {
        let slice = monitor.locked { unused.popLast() }
        return if let slice { slice } else { try Slice(layout) }
    }

    func giveBack(_ slice: Slice) { monitor.locked { unused.append(slice) } }
}

/// A stage that yields an image slice by slice.
protocol SliceSource: AnyObject {
    /// Where its slices go back to.
    var pool: SlicePool { get }

    /// The next slice, from the top.
    func next() throws(ImageError) -> Slice
}

/// A stage that takes an image slice by slice.
protocol SliceSink: AnyObject {
    /// Takes the next slice, from the top, and is done with it when it returns.
    func write(_ slice: Slice) throws(ImageError)

    /// Completes the file, after the last slice.
    func finish() throws(ImageError)

    /// Ends whatever goes on in it, finished or not.
    func stop()
}

extension SliceSink {
    func stop() {}
}
