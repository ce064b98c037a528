internal import VarBlurLibC

/// The memory that must be left for Swift's own objects: if one of them cannot be allocated, Swift ends the process.
package enum SpareMemory {
    private static let byteCount = 1 << 20

    /// The limit of the address space in bytes (`ulimit -v`); `nil` if there is none.
    package static var addressLimit: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #else
            let status = unsafe getrlimit(RLIMIT_AS, &limit)
        #endif
        return status == 0 && limit.rlim_cur < UInt64(Int.max) ? Int(limit.rlim_cur) : nil
    }

    /// Whether so much memory is left, besides a number of bytes; true without a limit of the address space.
    ///
    /// With one, it takes about two microseconds: the system maps memory, of which no page is touched.
    package static func isLeft(besides bytes: Int = 0) -> Bool {
        if addressLimit == nil { return true }
        let (count, flags) = (bytes + byteCount, MAP_PRIVATE | MAP_ANON)
        guard let memory = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0), unsafe memory != MAP_FAILED
        else { return false }
        unsafe munmap(memory, count)
        return true
    }
}
