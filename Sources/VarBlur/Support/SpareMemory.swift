internal import VarBlurLibC

/// The memory that must be left for Swift's own objects: if one of them cannot be allocated, Swift ends the process.
package enum SpareMemory {
    private static let byteCount = 1 << 20

    /// Whether so much memory is left, besides a number of bytes.
    ///
    /// It takes about a microsecond, because the system maps memory, of which no page is touched.
    package static func isLeft(besides bytes: Int = 0) -> Bool {
        let (count, flags) = (bytes + byteCount, MAP_PRIVATE | MAP_ANON)
        guard let memory = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0), unsafe memory != MAP_FAILED
        else { return false }
        unsafe munmap(memory, count)
        return true
    }
}
