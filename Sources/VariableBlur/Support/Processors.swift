internal import LibC

/// The processors that this process may use.
enum Processors {
    /// Their number: those of the process's affinity, as far as the control group's share of time goes; at least 1.
    static let usableCount: Int = max(1, min(affinityCount, quota ?? Int.max))

    private static var affinityCount: Int {
        #if os(Linux)
            let lines = text(of: "/proc/self/status")?.split(separator: "\n") ?? []
            if let mask = lines.first(where: { $0.hasPrefix("Cpus_allowed:") }) {
                let count = allowed(String(mask.dropFirst(13)))
                if count > 0 { return count }
            }
        #endif
        return Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// The bits of a mask in hexadecimal digits, with a comma after every eight.
    static func allowed(_ mask: String) -> Int { mask.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) } }

    /// The processors' worth of time that a Linux control group may use, rounded up.
    private static var quota: Int? {
        #if os(Linux)
            let group = text(of: "/proc/self/cgroup")?.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(
                3)
            let own = text(of: "/sys/fs/cgroup\(group ?? "")/cpu.max").flatMap(processors)
            let top = text(of: "/sys/fs/cgroup/cpu.max").flatMap(processors)
            return [own, top].compactMap { $0 }.min()
        #else
            return nil
        #endif
    }

    /// What `cpu.max` says: microseconds of processor time, or `max`, for a period of microseconds.
    static func processors(_ line: String) -> Int? {
        let numbers = line.split { $0 == " " || $0 == "\n" }.map { Int($0) }
        guard numbers.count == 2, let time = numbers[0], let period = numbers[1], period > 0 else { return nil }
        return max(1, (time + period - 1) / period)
    }

    private static func text(of path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
