internal import VarBlur

/// An item whose distances can be computed.
struct PlacedGlass: Sendable {
    let distance: ShapeDistance
    let bounds: SceneRectangle
    /// The width of the bevel in pixels.
    let bevel: Float
    /// Blue, green and red, 0 to 255, and the opacity, 0 to 1.
    let tint: SIMD4<Float>
    let fusion: Float

    init?(_ item: GlassPiece, _ material: GlassMaterial) {
        let distance = ShapeDistance(item.shape, in: item.frame)
        guard let bounds = distance.bounds, bounds.hasArea else { return nil }
        (self.distance, self.bounds, fusion) = (distance, bounds, Float(item.fusion))
        bevel = Float(min(GlassOptics.greatestBevel * material.scale, bounds.size.shorterSide / 4))
        tint = (item.tint ?? material.tint).layer
    }

    /// An order that does not depend on that of the items.
    private var sortingKey: [Double] {
        [bounds.y, bounds.x, bounds.height, bounds.width, Double(bevel)] + (0..<4).map { Double(tint[$0]) }
            + [Double(fusion)]
    }

    static func isOrdered(_ a: PlacedGlass, _ b: PlacedGlass) -> Bool {
        a.sortingKey.lexicographicallyPrecedes(b.sortingKey)
    }
}

/// Items that melt, or whose shadows and backdrops meet; others are drawn independently.
struct GlassGroup: Sendable {
    var items: [PlacedGlass]
    /// Contains all pixels that are covered with glass.
    let coveredBounds: SceneRectangle
    /// Contains all pixels that change.
    let shadowBounds: SceneRectangle
}

/// The items of a container in groups, and the lengths that follow from the settings.
struct GlassPlan: Sendable {
    let material: GlassMaterial
    /// The difference of distances below which outlines melt.
    ///
    /// It is 3 pixels less than the spacing, because the field is evaluated up to 1.5 pixels outside of the outlines.
    let fusionReach: Double
    /// The difference of distances below which tints and bevels are mixed.
    let spacing: Double
    /// How far shadows reach.
    let shadowReach: Double
    let groups: [GlassGroup]

    init(_ container: GlassContainer, width: Int, height: Int) {
        let material = container.material
        self.material = material
        spacing = container.spacing
        fusionReach = max(0, spacing - 3)
        shadowReach = material.shadow > 0 ? (GlassShadow.reach * material.scale).rounded(.up) : 0
        let outset = fusionReach / 4 + 2
        let visible = SceneRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
            .inset(by: -(outset + shadowReach))
        let items = container.pieces.compactMap { PlacedGlass($0, material) }
            .filter { $0.bounds.intersection(visible) != nil }
            .sorted(by: PlacedGlass.isOrdered)
        let bevel = items.map { Double($0.bevel) }.max() ?? 0
        let readReach = Self.backdropReach(bevel: bevel, material) + 6 * material.blur * material.scale + 8
        let separation = max(spacing, 2 * outset + shadowReach + readReach)
        let shadowReach = shadowReach
        groups = Self.connected(items, separation: separation).map { items in
            let bounds = items.dropFirst().reduce(items[0].bounds) { $0.union($1.bounds) }.inset(by: -outset)
            return GlassGroup(items: items, coveredBounds: bounds, shadowBounds: bounds.inset(by: -shadowReach))
        }
    }

    /// How far from a pixel the picture behind it is read, apart from the blur.
    static func backdropReach(bevel: Double, _ material: GlassMaterial) -> Double {
        (GlassOptics.greatestDisplacement * bevel * material.refraction * (1 + material.dispersion)).rounded(.up) + 2
    }

    /// Splits items into groups such that items of different groups are far apart.
    private static func connected(_ items: [PlacedGlass], separation: Double) -> [[PlacedGlass]] {
        var rest = Array(items.indices)
        var groups: [[PlacedGlass]] = []
        while let first = rest.first {
            rest.removeFirst()
            var (group, next) = ([first], 0)
            while next < group.count {
                let bounds = items[group[next]].bounds
                let near = rest.filter { items[$0].bounds.distance(to: bounds) <= separation }
                if !near.isEmpty { rest.removeAll { near.contains($0) } }
                group += near
                next += 1
            }
            groups.append(group.sorted().map { items[$0] })
        }
        return groups
    }
}
