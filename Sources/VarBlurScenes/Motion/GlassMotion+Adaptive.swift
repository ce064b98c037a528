public import VarBlur

extension GlassMotion {
    /// Returns the state at a progress, with pieces that adapt to an image where they are then.
    ///
    /// ``GlassContainer/adapted(to:execution:)`` tells what adapted pieces look like. They are light or dark as in ``start`` at first, and as
    /// in ``end`` from the middle on, so that glass and its labels do not flicker. A piece that has a tint in one of the states only
    /// approaches it.
    ///
    /// - Parameters:
    ///   - progress: 0 to 1. A spring may go beyond.
    ///   - image: the image on which the glass will be drawn, in ``GlassContainer/pixelFormat``. Any other format traps.
    ///   - execution: the threads and instructions.
    /// - Returns: the pieces of ``container(at:)``, those on the image with a tint.
    /// - Throws: `BlurError.Code.invalidLook` or `BlurError.Code.outOfMemory`.
    /// - Complexity: O(pixels behind the pieces).
    public func container(
        at progress: Double, adaptedTo image: borrowing PixelBuffer, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> GlassContainer {
        try unsafe image.withUnsafePixels { (pixels) throws(BlurError) in
            let leastOpacity = container(at: progress).material.tint.opacity
            return try unsafe container(
                at: progress, adaptedTo: pixels, pieces: (start.untinted, end.untinted), leastOpacity: leastOpacity,
                execution)
        }
    }

    /// Returns the state at a progress, with some pieces of both states that adapt to an image.
    @unsafe
    func container(
        at progress: Double, adaptedTo pixels: UnsafePixels, pieces: (start: [Int], end: [Int]),
        leastOpacity: Double, _ execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> GlassContainer {
        let moving = container(at: progress)
        if progress == 0 || progress == 1 {
            return try unsafe moving.adapted(
                to: pixels, pieces: progress == 0 ? pieces.start : pieces.end, leastOpacity: leastOpacity, execution)
        }
        var tints: [Int: MovingTint] = [:]
        for (index, item) in movingPieces(at: progress).enumerated() {
            tints[index] = try unsafe tint(of: item.move, at: progress, on: pixels, pieces, execution)
        }
        var result = try unsafe moving.adapted(
            to: pixels, pieces: tints.keys.sorted(), leastOpacity: leastOpacity,
            isLight: tints.compactMapValues(\.isLight), execution)
        for (index, tint) in tints {
            guard let other = tint.other else { continue }
            result.pieces[index].tint = result.pieces[index].tint?.interpolated(to: other, tint.share)
        }
        return result
    }

    /// How a moving piece adapts; `nil` if it does not.
    @unsafe
    private func tint(
        of move: Move, at progress: Double, on pixels: UnsafePixels, _ pieces: (start: [Int], end: [Int]),
        _ execution: BlurExecution
    ) throws(BlurError) -> MovingTint? {
        let (first, last) = move.ends
        let (known, other) = (first.map(pieces.start.contains), last.map(pieces.end.contains))
        guard let startsAdaptive = known ?? other, let endsAdaptive = other ?? known, startsAdaptive || endsAdaptive
        else { return nil }
        var tint = MovingTint()
        if !endsAdaptive, let last {
            (tint.other, tint.share) = (end.pieces[last].tint ?? end.material.tint, progress)
        } else if !startsAdaptive, let first {
            (tint.other, tint.share) = (start.pieces[first].tint ?? start.material.tint, 1 - progress)
        }
        // what is behind the piece meanwhile may change often
        if let first, !endsAdaptive || last == nil || startsAdaptive && progress < 0.5 {
            tint.isLight = try unsafe start.isLight(first, on: pixels, execution)
        } else if let last {
            tint.isLight = try unsafe end.isLight(last, on: pixels, execution)
        }
        return tint
    }
}

/// The tint of a moving piece that adapts to what is behind it.
private struct MovingTint {
    /// Whether the piece is white; `nil` if the state that decides is not on the image.
    var isLight: Bool?
    /// The tint that the piece has in the state in which it does not adapt, and its share.
    var other: GlassTint?
    var share = 0.0
}

extension GlassContainer {
    /// Whether a piece that adapts to an image becomes white; `nil` if it is not on the image.
    @unsafe
    fileprivate func isLight(
        _ index: Int, on pixels: UnsafePixels, _ execution: BlurExecution
    ) throws(BlurError) -> Bool? {
        try unsafe AdaptiveTint(behind: pieces[index], material, on: pixels, execution)?.isLight
    }
}
