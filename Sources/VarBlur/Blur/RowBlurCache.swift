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

        /// An upper bound on the memory of the filters of all rows, in bytes; 0 if so much is not kept, nor the cells of a mosaic.
        package var filterByteCount: Int {
            let greatest = RowBlurCache.greatestFilterByteCount
            guard width <= greatest, height <= greatest, blur.mosaic == nil else { return 0 }
            // with wrapped edges, a row may depend on all others
            let tapCount = blur.edges == .wrap ? height + 64 : 64
            let sampleByteCount = format.depth == .eight && !blur.light.isLinear ? 2 : 4
            // factors at both ends, taps with their rows and weights, and what blocks of memory take besides
            let rowByteCount = 4 * sampleByteCount * (width + 192) + 16 * tapCount + 2048
            return rowByteCount > greatest / height ? 0 : rowByteCount * height
        }
    }

    /// The most memory for the filters of a component.
    private static let greatestFilterByteCount = 4 << 20
    /// The most memory of unused blurs, in bytes: 8 MB for each processor, and 64 MB in all.
    private static let greatestByteCount = min((8 << 20) * Processors.usableCount, 64 << 20)
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
        /// The components of the latest images that differ, the last one at the end.
        var images: [[Key]] = []
    }

    private let state = Mutex(State())
    /// The most memory of unused blurs, in bytes; `nil` for the default, which a run over few images need not look up.
    private let limit: Int?

    /// Creates an empty cache.
    package convenience init() { self.init(greatestByteCount: nil) }

    /// Creates an empty cache for some memory.
    init(greatestByteCount: Int?) { limit = greatestByteCount }

    /// The memory of the unused blurs, in bytes.
    package var byteCount: Int { state.withLock { $0.byteCount } }

    /// Returns blurs for the components of an image, which may have been used for other images.
    ///
    /// - Throws: the errors of ``RowBlur``.
    package func blurs(for components: [Key]) throws(BlurError) -> [RowBlur] {
        let (isKnown, found) = state.withLock { $0.take(components) }
        var blurs: [RowBlur] = []
        for (key, unused) in zip(components, found) {
            if let unused {
                unused.rewind()
                blurs.append(unused)
            } else {
                blurs.append(try RowBlur(key, keepsFilters: isKnown && key.filterByteCount > 0))
            }
        }
        return blurs
    }

    /// Keeps the blurs of the components of an image for later images, if they suit them; nobody may use them any longer.
    package func keep(_ blurs: [RowBlur], for components: [Key]) {
        let kept = zip(components, blurs).filter { $1.keepsFilters }
            .map { Unused(key: $0, blur: $1, byteCount: $1.byteCount) }
        // blurs that are no longer kept are freed without the lock
        _ = state.withLock { state in
            if components.contains(where: { $0.filterByteCount > 0 }) { state.remember(components) }
            if kept.isEmpty { return [] }
            state.unused += kept
            return state.removeOldest(exceeding: limit ?? Self.greatestByteCount)
        }
    }
}

extension RowBlurCache.State {
    var byteCount: Int { unused.reduce(0) { $0 + $1.byteCount } }

    /// Removes blurs for the components of an image, and returns whether the image is known.
    mutating func take(_ components: [RowBlurCache.Key]) -> (isKnown: Bool, [RowBlur?]) {
        (
            images.contains(components),
            components.map { key in
                unused.firstIndex { $0.key == key }.map { unused.remove(at: $0).blur }
            }
        )
    }

    /// Remembers an image that has been blurred as the latest.
    mutating func remember(_ components: [RowBlurCache.Key]) {
        images.removeAll { $0 == components }
        images.append(components)
        if images.count > RowBlurCache.rememberedImageCount { images.removeFirst() }
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
