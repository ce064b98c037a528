internal import CVarBlur
internal import Synchronization

/// A number of the caller that becomes other than 0 to cancel a blur.
struct CancelFlag: @unchecked Sendable {
    private let flag: UnsafePointer<Atomic<CInt>>

    init(_ flag: UnsafePointer<CInt>) {
        // an atomic integer has the layout of the integer
        self.flag = UnsafeRawPointer(flag).assumingMemoryBound(to: Atomic<CInt>.self)
    }

    var isSet: Bool { flag.pointee.load(ordering: .relaxed) != 0 }
}
