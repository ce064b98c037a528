public import VarBlur

/// The settings of a blur for images of any size: a `ProgressiveBlur` whose radii may be relative to the image.
public struct BlurSettings: Sendable, Hashable {
    /// The standard deviation of the Gaussian at the blurred edge.
    ///
    /// Percentages refer to the axis along which the radius changes: the height for top and bottom, the width for left and
    /// right, or the shorter side of the image if the radius changes along both axes.
    public var maximumRadius = BlurLength.pixels(ProgressiveBlur.defaultMaximumRadius)
    /// The standard deviation of the Gaussian at the unblurred end; percentages are like those of ``maximumRadius``.
    public var minimumRadius = BlurLength.zero
    /// The blurred sides of the upright image, or none; where ramps from several sides overlap, the largest radius applies.
    public var directions = [BlurDirection.top]
    /// The distance from the end of the ramp to the opposite edge, as a fraction of the axis; below 1.
    public var startOffset = 0.0
    /// The distance from every blurred side to the end of its ramp, which replaces ``startOffset``; `nil` for none.
    ///
    /// 100% is the height of the image for top and bottom, and its width for left and right.
    public var reach: BlurLength?
    /// The curve of the radius along every ramp, over the alpha of the mask, and over the feather of areas.
    public var easing = Easing.linear
    /// A mask for the upright image, which replaces the ramps from the sides; `nil` for none.
    public var mask: AlphaMask?
    /// Gradients, which replace both the ramps from the sides and the mask; the largest radius applies.
    public var gradients: [BlurGradient] = []
    /// Areas with radii of their own; where they overlap with each other, the ramps, or the mask, the largest radius applies.
    ///
    /// To blur nothing else, set ``directions`` to no sides. The easing of an area is that of the settings.
    public var areas: [BlurArea] = []
    /// What is in front of the blur of the upright image, for example a person; `nil` for nothing.
    ///
    /// The meaning is that of `ProgressiveBlur.matte`.
    public var matte: AlphaMask?
    /// The side of the cells of a mosaic that takes the place of the blur; `nil` for a blur.
    ///
    /// The meaning is that of `ProgressiveBlur.mosaic`. Like a blur, a mosaic can be undone; use ``BlurJob/fill`` to hide something.
    public var mosaic: BlurLength?
    /// The color adjustments along the ramps.
    public var look = BlurLook.none
    /// Whether stored values or linear light are averaged.
    public var light = LightMode.automatic
    /// The rule for pixels beyond the edges of the image.
    public var edges = EdgeMode.normalize
    /// The threads and the instruction set.
    public var execution = BlurExecution()

    /// The default settings.
    public init() {}

    /// The first blurred side; setting it removes the others.
    public var direction: BlurDirection {
        get { directions.first ?? .top }
        set { directions = [newValue] }
    }
}

extension BlurSettings: Codable {
    // The execution depends on the machine and does not affect the result.
    private enum CodingKeys: String, CodingKey {
        case maximumRadius
        case minimumRadius
        case directions
        case startOffset
        case reach
        case easing
        case mask
        case gradients
        case areas
        case matte
        case mosaic
        case look
        case light
        case edges
    }

    /// The key of a single side.
    private enum DirectionKey: String, CodingKey { case direction }

    /// Decodes settings; a missing key has its default value.
    ///
    /// The keys are the names of the properties. Without `directions`, there may be a single `direction`.
    ///
    /// - Throws: a `DecodingError`. Numbers out of range are reported when the settings are used.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        try values.decode(&maximumRadius, .maximumRadius)
        try values.decode(&minimumRadius, .minimumRadius)
        if values.contains(.directions) {
            try values.decode(&directions, .directions)
        } else {
            try decoder.container(keyedBy: DirectionKey.self).decode(&direction, .direction)
        }
        try values.decode(&startOffset, .startOffset)
        try values.decode(&reach, .reach)
        try values.decode(&easing, .easing)
        try values.decode(&mask, .mask)
        try values.decode(&gradients, .gradients)
        try values.decode(&areas, .areas)
        try values.decode(&matte, .matte)
        try values.decode(&mosaic, .mosaic)
        try values.decode(&look, .look)
        try values.decode(&light, .light)
        try values.decode(&edges, .edges)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value if there is one.
    func decode<Value: Decodable>(_ value: inout Value, _ key: Key) throws {
        if let decoded = try decodeIfPresent(Value.self, forKey: key) { value = decoded }
    }
}

extension BlurSettings {
    /// Creates the blur for an image of a given size, in pixels.
    ///
    /// For linear light, sRGB is assumed; for another curve, set the blur's `light`.
    ///
    /// - Throws: `BlurError` if a setting is out of range; see `ProgressiveBlur`.
    public func progressiveBlur(width: Int, height: Int) throws(BlurError) -> ProgressiveBlur {
        var blur = ProgressiveBlur(
            field: try field(width: width, height: height), edges: edges, look: look,
            light: light == .linear ? .linear : .encoded, matte: matte)
        blur.mosaic = mosaic
        try blur.checkMosaic()
        return blur
    }

    private func field(width: Int, height: Int) throws(BlurError) -> BlurField {
        let ramps = try rampField(width: width, height: height)
        if areas.isEmpty { return ramps }
        var fields: [BlurField] = []
        for area in areas { fields.append(try area.eased(easing).field) }
        if case .maximum(let ramps) = ramps { fields = ramps + fields } else { fields.insert(ramps, at: 0) }
        return fields.count == 1 ? fields[0] : .maximum(fields)
    }

    /// The field without areas.
    private func rampField(width: Int, height: Int) throws(BlurError) -> BlurField {
        guard gradients.isEmpty else { return try gradientField() }
        let length = axisLength(width: width, height: height)
        let (maximum, minimum) = (maximumRadius.pixels(of: length), minimumRadius.pixels(of: length))
        if let mask {
            return .mask(try MaskRamp(mask, maximumRadius: maximum, minimumRadius: minimum, easing: easing))
        }
        var ramps: [BlurField] = []
        for direction in directions {
            ramps.append(.gradient(try ramp(from: direction, maximum, minimum)))
        }
        return ramps.count == 1 ? ramps[0] : .maximum(ramps)
    }

    private func ramp(
        from side: BlurDirection, _ maximum: Double, _ minimum: Double
    ) throws(BlurError) -> BlurGradient {
        guard let reach else {
            return try BlurGradient(
                maximumRadius: maximum, minimumRadius: minimum, direction: side, startOffset: startOffset,
                easing: easing)
        }
        return try BlurGradient(
            maximumRadius: maximum, minimumRadius: minimum, direction: side, reach: reach, easing: easing)
    }

    private func gradientField() throws(BlurError) -> BlurField {
        var fields: [BlurField] = []
        for gradient in gradients { fields.append(try gradient.eased(easing).field) }
        return fields.count == 1 ? fields[0] : .maximum(fields)
    }

    /// The length in pixels that percentages refer to.
    private func axisLength(width: Int, height: Int) -> Double {
        let isVertical = mask == nil && directions.allSatisfy(\.isVertical)
        let isHorizontal = mask == nil && !directions.contains(where: \.isVertical)
        return Double(isVertical ? height : isHorizontal ? width : min(width, height))
    }
}

extension BlurSettings {
    /// A notice if areas lie outside of an image of a size.
    package func areaNotices(width: Int, height: Int) -> [String] {
        let outside = areas.flatMap { $0.shapesOutside(width: width, height: height) }
        guard let first = outside.first else { return [] }
        let others = outside.count > 1 ? " and \(outside.count - 1) more have" : " has"
        return ["the area \(first)\(others) no effect on the image of \(width)×\(height) pixels"]
    }

    /// The size of the mask and the matte, in bytes.
    var maskByteCount: Int { (mask?.byteCount ?? 0) + (matte?.byteCount ?? 0) }

    /// Mask and image may differ in their proportions by rounding.
    private static let greatestDistortion = 0.01

    /// Notices if the mask or the matte is distorted when it is stretched over an image of a size.
    package func maskNotices(width: Int, height: Int) -> [String] {
        MaskRole.allCases.compactMap { role in
            guard let mask = self[role], role == .matte || gradients.isEmpty else { return nil }
            let ratio = Double(mask.width) * Double(height) / (Double(mask.height) * Double(width))
            if abs(ratio - 1) <= Self.greatestDistortion { return nil }
            return
                "the \(role.rawValue) of \(mask.width)×\(mask.height) pixels has other proportions than the image of "
                + "\(width)×\(height) pixels; it is stretched"
        }
    }
}
