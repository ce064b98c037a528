internal import LibC

/// The memory that the system lets this process have.
enum MemoryBudget {
    /// What is left of the process's address space and of its control group's memory, in bytes; `Int.max` if nothing limits
    /// it.
    static var available: Int { min(addressSpaceLeft, groupLeft) }

    private static var addressSpaceLeft: Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #else
            let status = unsafe getrlimit(RLIMIT_AS, &limit)
        #endif
        guard status == 0, limit.rlim_cur < UInt64(Int.max) else { return Int.max }
        // the second number is what is resident, the first all of it, in pages
        let pages = text(of: "/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        return max(Int(limit.rlim_cur) - pages * Int(sysconf(Int32(_SC_PAGESIZE))), 0)
    }

    private static var groupLeft: Int {
        let group = text(of: "/proc/self/cgroup")?.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3)
        let folders = ["/sys/fs/cgroup\(group ?? "")", "/sys/fs/cgroup"]
        return folders.map { folder in
            guard let limit = number(in: folder + "/memory.max") else { return Int.max }
            return max(limit - (number(in: folder + "/memory.current") ?? 0), 0)
        }.min() ?? Int.max
    }

    private static func number(in path: String) -> Int? {
        text(of: path)?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
    }

    private static func text(of path: String) -> String? {
        guard let descriptor = FileDescriptor.open(path, O_RDONLY) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe (try? descriptor.read(into: $0)) ?? 0 }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
