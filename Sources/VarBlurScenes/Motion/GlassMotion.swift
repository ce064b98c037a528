/// The motion of glass from one state to another one.
///
/// Pieces whose ids are in both states move and change their shape. A piece that is in the second state only grows out of the nearest piece
/// of the first one; a piece that is in the first state only shrinks into the nearest piece of the second one.
public struct GlassMotion: Codable, Sendable, Hashable {
    /// The state at progress 0.
    public let start: GlassContainer
    /// The state at progress 1.
    public let end: GlassContainer

    /// Creates a motion.
    public init(from start: GlassContainer, to end: GlassContainer) { (self.start, self.end) = (start, end) }

    /// Returns the state at a progress.
    ///
    /// - Parameter progress: 0 to 1, at which the states are returned unchanged. A spring may go beyond.
    /// - Returns: the moving pieces, in the order of ``end``; pieces that shrink follow.
    public func container(at progress: Double) -> GlassContainer {
        if progress == 0 { return start }
        if progress == 1 { return end }
        return GlassContainer(
            pieces: movingPieces(at: progress).map(\.piece),
            spacing: max(0, start.spacing + (end.spacing - start.spacing) * progress),
            material: start.material.interpolated(to: end.material, progress))
    }

    /// Returns how far labels of the second state are visible: 0 for a piece that has just begun to grow, 1 for one that rests or moves.
    ///
    /// - Parameters:
    ///   - id: the id of a piece.
    ///   - progress: 0 to 1.
    /// - Returns: 0 to 1; 0 for an unknown id.
    public func presence(of id: String, at progress: Double) -> Double {
        let (isInStart, isInEnd) = (start.pieces.contains { $0.id == id }, end.pieces.contains { $0.id == id })
        let grown = isInStart == isInEnd ? 1 : isInEnd ? progress : 1 - progress
        // labels appear in the second half, when there is room for them
        return isInStart || isInEnd ? Self.smoothstep((grown - 0.4) / 0.6) : 0
    }

    /// How a piece gets from one state to the other one: by the places of pieces in both.
    enum Move {
        case between(Int, Int)
        /// A piece of the second state grows out of one of the first state; `nil` if there is none.
        case growing(Int, outOf: Int?)
        /// A piece of the first state shrinks into one of the second state; `nil` if there is none.
        case shrinking(Int, into: Int?)

        /// The pieces whose tints the moving piece has at the beginning and at the end; `nil` for its own.
        var ends: (first: Int?, last: Int?) {
            switch self {
            case .between(let from, let to): (from, to)
            case .growing(let to, let source): (source, to)
            case .shrinking(let from, let target): (from, target)
            }
        }
    }

    /// The pieces that there are at a progress.
    func movingPieces(at progress: Double) -> [(move: Move, piece: GlassPiece)] {
        moves.compactMap { move in
            let piece: GlassPiece? =
                switch move {
                case .between(let from, let to): between(start.pieces[from], end.pieces[to], progress)
                case .growing(let to, let source):
                    growing(end.pieces[to], outOf: source.map { start.pieces[$0] }, of: start, home: end, progress)
                case .shrinking(let from, let target):
                    growing(
                        start.pieces[from], outOf: target.map { end.pieces[$0] }, of: end, home: start, 1 - progress)
                }
            return piece.map { (move, $0) }
        }
    }

    /// Matches the pieces: the nth one with an id in one state is the nth one with the same id in the other state.
    private var moves: [Move] {
        var rest = Array(start.pieces.indices)
        var moves = end.pieces.indices.map { to -> Move in
            guard let place = rest.firstIndex(where: { start.pieces[$0].id == end.pieces[to].id }) else {
                return .growing(to, outOf: start.nearestPiece(to: end.pieces[to]))
            }
            return .between(rest.remove(at: place), to)
        }
        moves += rest.map { .shrinking($0, into: end.nearestPiece(to: start.pieces[$0])) }
        return moves
    }

    private func between(_ from: GlassPiece, _ to: GlassPiece, _ progress: Double) -> GlassPiece {
        var piece = to
        piece.frame = from.frame.interpolated(to: to.frame, progress)
        piece.shape = ShapeChange(from: from.shape, in: from.frame, to: to.shape, in: to.frame)
            .shape(at: progress, in: piece.frame)
        piece.tint = Self.tint(from.tint, start.material.tint, to.tint, end.material.tint, progress)
        piece.fusion = min(max(from.fusion + (to.fusion - from.fusion) * progress, 0), 1)
        return piece
    }

    /// A piece on its way out of a piece of another state; `nil` before it begins.
    private func growing(
        _ piece: GlassPiece, outOf source: GlassPiece?, of state: GlassContainer, home: GlassContainer,
        _ progress: Double
    ) -> GlassPiece? {
        guard progress > 0 else { return nil }
        let size = piece.frame.size
        let room = source?.frame.size ?? size
        // the piece begins well inside of its source
        let scale = min(0.4, 0.5 * room.width / max(size.width, 1e-9), 0.5 * room.height / max(size.height, 1e-9))
        let first = SceneRectangle(
            center: source?.frame.center ?? piece.frame.center,
            size: SceneSize(width: size.width * scale, height: size.height * scale))
        var result = piece
        result.frame = first.interpolated(to: piece.frame, progress)
        if case .rectangle(let radius, let style) = piece.shape {
            let shrunk = scale + (1 - scale) * progress
            result.shape = .rectangle(cornerRadius: max(0, radius * shrunk), style: style)
        }
        result.tint = Self.tint(
            source.map(\.tint) ?? piece.tint, state.material.tint, piece.tint, home.material.tint, progress)
        // a piece that is still inside of its source does not change the source's outline
        result.fusion = piece.fusion * Self.smoothstep(progress / 0.12)
        return result
    }

    private static func tint(
        _ from: GlassTint?, _ fromMaterial: GlassTint, _ to: GlassTint?, _ toMaterial: GlassTint, _ progress: Double
    ) -> GlassTint? {
        if from == nil && to == nil { return nil }
        return (from ?? fromMaterial).interpolated(to: to ?? toMaterial, progress)
    }

    private static func smoothstep(_ value: Double) -> Double {
        let a = min(max(value, 0), 1)
        return a * a * (3 - 2 * a)
    }
}

extension GlassContainer {
    /// The place of the piece that is nearest to a piece of another state; `nil` if no piece has an area.
    fileprivate func nearestPiece(to piece: GlassPiece) -> Int? {
        pieces.indices.filter { pieces[$0].frame.hasArea }
            .min { pieces[$0].frame.distance(to: piece.frame) < pieces[$1].frame.distance(to: piece.frame) }
    }
}
