internal import Synchronization

/// Prepared blurs of small images, for later images with the same blur and the same size.
///
/// With images of 320×240 pixels, allocating memory and designing the filters of all rows takes a quarter of the time from file to
/// file. Blurs are kept from the second image of a size on, because keeping the filters takes memory and some time itself.
package final class RowBlurCache: Sendable {
    /// What a ``RowBlur`` is prepared for.
    package struct Key: Equatable, Sendable {
        let blur: ProgressiveBlur
        let width: Int
        let height: Int
        let format: PixelFormat
        let sampling: PlaneSampling?
        let instructionSet: InstructionSet

        package init(
            _ blur: ProgressiveBlur, width: Int, height: Int, format: PixelFormat, sampling: PlaneSampling?,
            instructionSet: InstructionSet
        ) {
            (self.blur, self.width, self.height) = (blur, width, height)
            (self.format, self.sampling, self.instructionSet) = (format, sampling, instructionSet)
        }

        /// Whether keeping the filters of all rows takes at most a few megabytes.
        fileprivate var isSmall: Bool { width <= RowBlurCache.greatestPixelCount / height }
    }

    /// The most pixels of a component whose blur is kept.
    private static let greatestPixelCount = 1 << 18
    /// The most memory of unused blurs, in bytes for each processor.
    private static let byteCountPerProcessor = 8 << 20
    /// The number of images whose size is remembered.
    fileprivate static let rememberedImageCount = 4

    /// A blur that nobody uses.
    fileprivate struct Unused: @unchecked Sendable {
        let key: Key
        let blur: RowBlur
        let byteCount: Int
    }

    fileprivate struct State {
        /// The unused blurs, in the order in which they were returned.
        var unused: [Unused] = []
        /// The components of the latest images that differ.
        var images: [[Key]] = []
    }

    private let state = Mutex(State())

    /// Creates an empty cache.
    package init() {}

    /// The memory of the unused blurs, in bytes.
    package var byteCount: Int { state.withLock { $0.byteCount } }

    /// Returns blurs for the components of an image, which may have been used for other images.
    ///
    /// - Throws: the errors of ``RowBlur``.
    package func blurs(for components: [Key]) throws(BlurError) -> [RowBlur] {
        let areSmall = components.allSatisfy(\.isSmall)
        let (isKnown, found) = areSmall ? state.withLock { $0.take(components) } : (false, components.map { _ in nil })
        var blurs: [RowBlur] = []
        for (key, unused) in zip(components, found) {
            if let unused {
                unused.rewind()
                blurs.append(unused)
            } else {
                blurs.append(try RowBlur(key, keepsFilters: isKnown))
            }
        }
        return blurs
    }

    /// Keeps the blurs of the components of an image for later images; nobody may use them any longer.
    ///
    /// - Precondition: All rows have been taken.
    package func keep(_ blurs: [RowBlur], for components: [Key]) {
        for (key, blur) in zip(components, blurs) where blur.keepsFilters {
            let unused = Unused(key: key, blur: blur, byteCount: blur.byteCount)
            let greatest = Self.byteCountPerProcessor * Processors.usableCount
            // blurs that are no longer kept are freed without the lock
            _ = state.withLock { state in
                state.unused.append(unused)
                return state.removeOldest(exceeding: greatest)
            }
        }
    }
}

extension RowBlurCache.State {
    var byteCount: Int { unused.reduce(0) { $0 + $1.byteCount } }

    /// Removes blurs for the components of an image, and returns whether the image is known.
    mutating func take(_ components: [RowBlurCache.Key]) -> (isKnown: Bool, [RowBlur?]) {
        let isKnown = images.contains(components)
        if !isKnown {
            images.append(components)
            if images.count > RowBlurCache.rememberedImageCount { images.removeFirst() }
        }
        return (
            isKnown,
            components.map { key in
                unused.firstIndex { $0.key == key }.map { unused.remove(at: $0).blur }
            }
        )
    }

    mutating func removeOldest(exceeding greatest: Int) -> [RowBlurCache.Unused] {
        var removed: [RowBlurCache.Unused] = []
        while byteCount > greatest { removed.append(unused.removeFirst()) }
        return removed
    }
}

extension RowBlur {
    /// Prepares a blur for a key.
    fileprivate convenience init(_ key: RowBlurCache.Key, keepsFilters: Bool) throws(BlurError) {
        try self.init(
            key.blur, width: key.width, height: key.height, format: key.format, sampling: key.sampling,
            instructionSet: key.instructionSet, keepsFilters: keepsFilters)
    }
}
