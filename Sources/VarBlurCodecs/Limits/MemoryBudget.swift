internal import VarBlurLibC
internal import VarBlur

/// The memory that the system leaves for this process, which jobs that work at the same time share.
///
/// A job reserves its estimate before it allocates pixels, and waits until the memory of others is free. Jobs prepare one after the other,
/// so that no more than one holds an input and waits. So it depends neither on the number of jobs nor on that of processors which images
/// are processed. Without a limit of the system, nothing waits.
package final class MemoryBudget: @unchecked Sendable {
    /// Which limit of the system leaves the least memory.
    package enum Source: Sendable, Hashable {
        case addressSpace
        case controlGroup

        /// The limit in words.
        var name: String {
            switch self {
            case .addressSpace: "the limit of the address space (ulimit -v)"
            case .controlGroup: "the memory limit of the control group"
            }
        }
    }

    /// A number of bytes, and what limits it; `nil` for no limit.
    typealias Amount = (byteCount: Int, source: Source?)

    /// The budget of this process.
    package static let shared = MemoryBudget { systemLeft }

    private let measure: () -> Amount
    private let monitor = Monitor()
    /// What was left when no job had reserved memory.
    private var amount: Amount = (.max, nil)
    /// Whether that does not change any more.
    private var isFixed = false
    private var reserved = 0
    private var jobCount = 0
    /// The jobs that wait for their turn, and before them the one that prepares.
    private var queue: [Int] = []
    private var lastTicket = 0

    /// - Parameter measure: what the system leaves now.
    init(measure: @escaping () -> Amount) { self.measure = measure }

    /// Takes what the system leaves now as the memory of all jobs to come, whatever their threads and inputs take.
    package func fix() {
        monitor.withLock { if !isFixed { (amount, isFixed) = (measure(), true) } }
    }

    /// What the system leaves for all jobs together.
    var total: Amount {
        monitor.withLock {
            if jobCount == 0 && !isFixed { amount = measure() }
            return amount
        }
    }

    /// The number of jobs that prepare, or wait for their turn.
    var queueLength: Int { monitor.withLock { queue.count } }

    /// Waits until the jobs that have asked before have reserved their memory.
    ///
    /// - Parameter deadline: until when to wait.
    /// - Returns: what reserves the memory of a job; `nil` if the system does not limit it.
    /// - Throws: an error with the code `timeout` or `cancelled`.
    func begin(until deadline: Deadline?) throws(ImageError) -> MemoryReservation? {
        guard total.source != nil else { return nil }
        let ticket = monitor.withLock {
            lastTicket += 1
            queue.append(lastTicket)
            return lastTicket
        }
        let reservation = MemoryReservation(ticket, of: self)
        try wait(until: deadline) { self.queue.first == ticket }
        return reservation
    }

    /// Waits for room, and ends the turn of a job.
    fileprivate func reserve(_ byteCount: Int, for ticket: Int, until deadline: Deadline?) throws(ImageError) {
        try wait(until: deadline) {
            guard self.hasRoom(for: byteCount) else { return false }
            self.reserved += byteCount
            self.jobCount += 1
            self.queue.removeAll { $0 == ticket }
            self.monitor.notifyAll()
            return true
        }
    }

    /// Waits for a condition, which is evaluated with the lock held.
    private func wait(until deadline: Deadline?, _ condition: () -> Bool) throws(ImageError) {
        let error: ImageError? = monitor.withLock {
            while !condition() {
                guard let deadline else {
                    monitor.wait()
                    continue
                }
                if deadline.hasPassed { return deadline.error }
                monitor.wait(atMost: .milliseconds(Int(deadline.pollTime)))
            }
            return nil
        }
        if let error { throw error }
    }

    /// A job alone gets what there is.
    private func hasRoom(for byteCount: Int) -> Bool {
        if jobCount == 0 { return true }
        let (sum, overflow) = reserved.addingReportingOverflow(byteCount)
        return !overflow && sum <= amount.byteCount && byteCount <= measure().byteCount
    }

    /// Ends a job: `byteCount` is what it has reserved; `nil` if it has ended in its turn, or while it waited for it.
    fileprivate func end(_ byteCount: Int?, _ ticket: Int) {
        monitor.withLock {
            if let byteCount {
                reserved -= byteCount
                jobCount -= 1
            } else {
                queue.removeAll { $0 == ticket }
            }
            monitor.notifyAll()
        }
    }
}

/// The turn of a job in a ``MemoryBudget``, and then the memory that it has reserved, for as long as this object exists.
package final class MemoryReservation: @unchecked Sendable {
    private let ticket: Int
    private let budget: MemoryBudget
    private var byteCount: Int?

    fileprivate init(_ ticket: Int, of budget: MemoryBudget) { (self.ticket, self.budget) = (ticket, budget) }

    /// Reserves an estimate that does not exceed the total, once.
    ///
    /// - Throws: an error with the code `timeout` or `cancelled`.
    func reserve(_ count: Int, until deadline: Deadline?) throws(ImageError) {
        try budget.reserve(count, for: ticket, until: deadline)
        byteCount = count
    }

    deinit { budget.end(byteCount, ticket) }
}

// MARK: - The system

extension MemoryBudget {
    /// What the limit of the address space and that of the control group leave now.
    private static var systemLeft: Amount {
        let (addresses, group) = (addressSpaceLeft, ControlGroup.availableMemory)
        if addresses == .max && group == .max { return (.max, nil) }
        return addresses <= group ? (addresses, .addressSpace) : (group, .controlGroup)
    }

    private static var addressSpaceLeft: Int {
        guard let limit = SpareMemory.addressLimit else { return Int.max }
        // the first number of statm is the size of the address space in pages
        let statm = ProcessEnvironment.text(ofFile: "/proc/self/statm")
        let pages = statm?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        return max(limit - pages * Int(sysconf(Int32(_SC_PAGESIZE))), 0)
    }

    /// The most memory that the process has had in use at once so far, in bytes.
    package static var processPeak: Int {
        var usage = rusage()
        #if canImport(Glibc)
            let status = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            let status = unsafe getrusage(RUSAGE_SELF, &usage)
        #endif
        #if canImport(Darwin)
            return status == 0 ? usage.ru_maxrss : 0
        #else
            return status == 0 ? usage.ru_maxrss << 10 : 0
        #endif
    }
}
