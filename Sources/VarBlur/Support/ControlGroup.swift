/// The limits of the Linux control group (version 2) that this process belongs to.
///
/// Other systems have no control groups; there, every limit is absent.
package enum ControlGroup {
    /// The number of processors whose time the group may use, rounded up, at least 1, or `nil` if it is unlimited.
    static var processorLimit: Int? {
        folders.compactMap { ProcessEnvironment.text(ofFile: $0 + "/cpu.max").flatMap(processorCount) }.min()
    }

    /// The memory that the group may still allocate, in bytes; `Int.max` if it is unlimited.
    package static var availableMemory: Int {
        folders.map { folder in
            guard let limit = number(inFile: folder + "/memory.max") else { return Int.max }
            return max(limit - (number(inFile: folder + "/memory.current") ?? 0), 0)
        }.min() ?? Int.max
    }

    /// The directories of the process's own control group and of the topmost visible group, when the process started.
    private static let folders: [String] = {
        #if os(Linux)
            let lines = ProcessEnvironment.text(ofFile: "/proc/self/cgroup")?.split(separator: "\n")
            let group = lines?.first { $0.hasPrefix("0::") }?.dropFirst(3) ?? "/"
            return (group == "/" ? [] : ["/sys/fs/cgroup\(group)"]) + ["/sys/fs/cgroup"]
        #else
            return []
        #endif
    }()

    /// Parses `cpu.max`: microseconds of processor time, or `max`, for each period of microseconds.
    static func processorCount(_ line: String) -> Int? {
        let numbers = line.split { $0 == " " || $0 == "\n" }.map { Int($0) }
        guard numbers.count == 2, let time = numbers[0], let period = numbers[1], period > 0 else { return nil }
        return max(1, (time + period - 1) / period)
    }

    private static func number(inFile path: String) -> Int? {
        ProcessEnvironment.text(ofFile: path)?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
    }
}
