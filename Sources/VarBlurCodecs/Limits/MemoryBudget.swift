internal import LibC
internal import VarBlur

/// The memory that this process may still allocate.
enum MemoryBudget {
    /// The smaller of what the address space limit and the control group leave, in bytes; `Int.max` if neither limits it.
    static var available: Int { min(addressSpaceLeft, ControlGroup.availableMemory) }

    private static var addressSpaceLeft: Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #else
            let status = unsafe getrlimit(RLIMIT_AS, &limit)
        #endif
        guard status == 0, limit.rlim_cur < UInt64(Int.max) else { return Int.max }
        // the first number of statm is the size of the address space in pages
        let statm = ProcessEnvironment.text(ofFile: "/proc/self/statm")
        let pages = statm?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        return max(Int(limit.rlim_cur) - pages * Int(sysconf(Int32(_SC_PAGESIZE))), 0)
    }
}
