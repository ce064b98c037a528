internal import VarBlurLibC

/// The memory of an XML parser, limited in bytes and in time.
///
/// Expat calls its allocation functions without a context, so each thread has at most one current memory.
@safe final class XMLMemory {
    /// Identifies the current memory of each thread; `nil` if the system has no keys left.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
    }()
    /// The bytes before each block, which contain its length; they keep the alignment of `malloc`.
    private static let headerCount = 16
    /// The number of allocations between two looks at the clock.
    private static let allocationsPerCheck = 1024

    private let limit: Int
    private let deadline: Deadline?
    private var used = 0
    private var allocationCount = 0
    /// Whether the system has no memory left.
    private(set) var isExhausted = false
    /// Whether the deadline has passed.
    private(set) var isLate = false
    /// Whether there are no more allocations, because the parser has been stopped.
    private(set) var isClosed = false

    /// A memory whose blocks together have a maximum number of bytes, until a deadline.
    init(limit: Int, _ deadline: Deadline?) { (self.limit, self.deadline) = (limit, deadline) }

    /// Makes this the memory of all allocations during a call.
    func use(_ body: () -> Void) {
        guard let key = Self.key, unsafe pthread_setspecific(key, Unmanaged.passUnretained(self).toOpaque()) == 0 else {
            isExhausted = true
            return
        }
        defer { _ = pthread_setspecific(key, nil) }
        body()
    }

    /// Refuses all further allocations.
    func close() { isClosed = true }

    private static var current: XMLMemory? {
        guard let key, let pointer = unsafe pthread_getspecific(key) else { return nil }
        return unsafe Unmanaged<XMLMemory>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Allocates a block, or changes the length of one, like `realloc`; `nil` beyond the limit.
    @unsafe static func resize(_ block: UnsafeMutableRawPointer?, _ count: Int) -> UnsafeMutableRawPointer? {
        let start = unsafe block.map { unsafe $0 - headerCount }
        let oldCount = unsafe start.map { unsafe $0.load(as: Int.self) } ?? 0
        guard let memory = current, memory.permits(count, oldCount) else { return nil }
        guard let result = unsafe realloc(start, count + headerCount) else {
            memory.isExhausted = true
            return nil
        }
        unsafe result.storeBytes(of: count + headerCount, as: Int.self)
        memory.used += count + headerCount - oldCount
        return unsafe result + headerCount
    }

    /// Frees a block, like `free`.
    @unsafe static func release(_ block: UnsafeMutableRawPointer?) {
        guard let block = unsafe block else { return }
        let start = unsafe block - headerCount
        current?.used -= unsafe start.load(as: Int.self)
        unsafe free(start)
    }

    private func permits(_ count: Int, _ oldCount: Int) -> Bool {
        allocationCount += 1
        if allocationCount % Self.allocationsPerCheck == 0, let deadline, deadline.millisecondsLeft == 0 {
            isLate = true
        }
        return !isClosed && !isLate && count >= 0 && count <= limit
            && used - oldCount + count + Self.headerCount <= limit
    }
}
