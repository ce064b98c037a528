internal import Synchronization
internal import VarBlur

/// The prepared blurs of small images that no call is using.
///
/// Threads exchange them without locks, which a fork could leave locked.
final class PreparedBlurs: Sendable {
    private final class Slot: Sendable {
        /// The bits of a retained `PreparedBlur`, or 0.
        let content = Atomic<UInt>(0)
    }

    /// The number of prepared blurs that are kept.
    private static let count = 8

    private let slots = (0..<count).map { _ in Slot() }

    deinit {
        for slot in slots { _ = take(from: slot, replacement: 0) }
    }

    /// A blur for images of a size and format, which the caller returns with ``put(_:)``; `nil` if images of that size are not prepared.
    func take(_ blur: ProgressiveBlur, _ layout: PixelLayout) throws(BlurError) -> PreparedBlur? {
        for slot in slots {
            guard let found = take(from: slot, replacement: 0) else { continue }
            if found.isPrepared(for: layout, blur.look.channelOrder) { return found }
            put(found)
        }
        return try PreparedBlur(blur, layout, instructionSet: .standard)
    }

    /// Keeps a blur for the next image; if there are too many, in place of another one.
    func put(_ blur: PreparedBlur) {
        let content = UInt(bitPattern: Unmanaged.passRetained(blur).toOpaque())
        for slot in slots {
            let stored = slot.content.compareExchange(expected: 0, desired: content, ordering: .acquiringAndReleasing)
            if stored.exchanged { return }
        }
        _ = take(from: slots[0], replacement: content)
    }

    private func take(from slot: Slot, replacement: UInt) -> PreparedBlur? {
        let content = slot.content.exchange(replacement, ordering: .acquiringAndReleasing)
        return UnsafeRawPointer(bitPattern: content).map { Unmanaged<PreparedBlur>.fromOpaque($0).takeRetainedValue() }
    }
}
