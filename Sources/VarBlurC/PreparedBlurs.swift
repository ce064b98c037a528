internal import Synchronization
internal import VarBlur

/// The prepared blurs of small images that no call is using.
///
/// Threads exchange them without locks, which a fork could leave locked.
final class PreparedBlurs: @unchecked Sendable {
    /// The number of prepared blurs that are kept.
    private static let count = 8

    /// The bits of a retained `PreparedBlur`, or 0, in each slot.
    private let slots: UnsafeMutableBufferPointer<Atomic<UInt>>

    init() {
        slots = .allocate(capacity: Self.count)
        for index in slots.indices { slots.initializeElement(at: index, to: Atomic(0)) }
    }

    deinit {
        for index in slots.indices { _ = take(from: index, replacement: 0) }
        slots.deinitialize()
        slots.deallocate()
    }

    /// A blur that is prepared for images of a layout, which the caller returns with ``put(_:)``; `nil` if there is none.
    func take(_ layout: PixelLayout) -> PreparedBlur? {
        for index in slots.indices {
            guard let found = take(from: index, replacement: 0) else { continue }
            if found.isPrepared(for: layout) { return found }
            put(found)
        }
        return nil
    }

    /// Keeps a blur for the next image; if there are too many, in place of another one.
    func put(_ blur: PreparedBlur) {
        let content = UInt(bitPattern: Unmanaged.passRetained(blur).toOpaque())
        for index in slots.indices {
            let stored = slots[index].compareExchange(expected: 0, desired: content, ordering: .acquiringAndReleasing)
            if stored.exchanged { return }
        }
        _ = take(from: 0, replacement: content)
    }

    private func take(from index: Int, replacement: UInt) -> PreparedBlur? {
        let content = slots[index].exchange(replacement, ordering: .acquiringAndReleasing)
        return UnsafeRawPointer(bitPattern: content).map { Unmanaged<PreparedBlur>.fromOpaque($0).takeRetainedValue() }
    }
}
