internal import CVarBlur
internal import VarBlur

extension varblur_options {
    /// The default settings.
    static var defaults: varblur_options {
        var options = varblur_options()
        options.size = MemoryLayout<varblur_options>.size
        options.sides = CInt(VARBLUR_TOP.rawValue)
        options.max_radius = ProgressiveBlur.defaultMaximumRadius
        options.gamma = 2.2
        options.saturation = 1
        return options
    }

    /// The blur that the settings describe.
    func blur() throws(CallError) -> ProgressiveBlur {
        let field = try field()
        let look = try look()
        let light = try blurLight()
        let matte = try matte.mask("matte")
        var blur = ProgressiveBlur(field: field, edges: try edgeMode(), look: look, light: light, matte: matte)
        if mosaic != 0 { blur.mosaic = .pixels(mosaic) }
        try translated(blur.checkMosaic())
        return blur
    }

    private func field() throws(CallError) -> BlurField {
        let easing = try easingCurve()
        var fields: [BlurField] = []
        if let ramp = try text(ramp, "ramp") {
            for field in try parsed(ramp) {
                fields.append(try translated(field.eased(easing)))
            }
        }
        if let mask = try mask.mask("mask") {
            let ramp = try translated(
                MaskRamp(mask, maximumRadius: max_radius, minimumRadius: min_radius, easing: easing))
            fields.append(.mask(ramp))
        }
        // checked even if nothing uses them
        let ramps = try sideRamps(easing)
        if fields.isEmpty { fields = ramps }
        return fields.count == 1 ? fields[0] : .maximum(fields)
    }

    private func parsed(_ ramp: String) throws(CallError) -> [BlurField] {
        let fields: [BlurField]
        do throws(BlurTextError) { fields = try BlurField.list(ramp) } catch {
            throw CallError(VARBLUR_INVALID_TEXT, "\(error)")
        }
        let shapes = fields.flatMap { if case .area(let area) = $0 { area.shapes } else { [BlurArea.Shape]() } }
        if let excess = BlurArea.excess(of: shapes) {
            throw CallError(VARBLUR_INVALID_SETTING, "\(excess.cause); \(excess.remedy)")
        }
        return fields
    }

    private func easingCurve() throws(CallError) -> Easing {
        guard let name = try text(easing, "easing") else { return .linear }
        do throws(BlurTextError) { return try Easing(name) } catch {
            throw CallError(VARBLUR_INVALID_TEXT, "\(error)")
        }
    }

    private func sideRamps(_ easing: Easing) throws(CallError) -> [BlurField] {
        let directions: [(varblur_side, BlurDirection)] = [
            (VARBLUR_TOP, .top), (VARBLUR_BOTTOM, .bottom), (VARBLUR_LEFT, .left), (VARBLUR_RIGHT, .right),
        ]
        guard (0...15).contains(sides) else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "the sides \(sides) are not a sum of enum varblur_side")
        }
        return try translated { () throws(BlurError) in
            var ramps: [BlurField] = []
            for (side, direction) in directions {
                let ramp = try BlurGradient(
                    maximumRadius: max_radius, minimumRadius: min_radius, direction: direction,
                    startOffset: start_offset, easing: easing)
                if sides & CInt(side.rawValue) != 0 { ramps.append(.gradient(ramp)) }
            }
            return ramps
        }
    }

    private func edgeMode() throws(CallError) -> EdgeMode {
        switch varblur_edges(rawValue: UInt32(truncatingIfNeeded: edges)) {
        case VARBLUR_NORMALIZE: return .normalize
        case VARBLUR_CLAMP: return .clamp
        case VARBLUR_MIRROR: return .mirror
        case VARBLUR_WRAP: return .wrap
        case VARBLUR_TRANSPARENT: return .transparent
        default: throw CallError(VARBLUR_INVALID_ARGUMENT, "the edge mode \(edges) does not exist")
        }
    }

    private func blurLight() throws(CallError) -> BlurLight {
        switch varblur_light(rawValue: UInt32(truncatingIfNeeded: light)) {
        case VARBLUR_ENCODED: return .encoded
        case VARBLUR_LINEAR_SRGB: return .linear
        case VARBLUR_LINEAR_BT709: return .linear(.bt709)
        case VARBLUR_LINEAR_GAMMA:
            return .linear(try translated(TransferCurve(gamma: gamma)))
        case VARBLUR_LINEAR_PQ: return .linear(.pq)
        case VARBLUR_LINEAR_HLG: return .linear(.hlg)
        default: throw CallError(VARBLUR_INVALID_ARGUMENT, "the light \(light) does not exist")
        }
    }

    private func look() throws(CallError) -> BlurLook {
        guard (0...1).contains(dither) else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "dither is \(dither); it must be 0 or 1")
        }
        return try translated { () throws(BlurError) in
            let tint = try BlurLook.Tint(red: tint_red, green: tint_green, blue: tint_blue, opacity: tint_opacity)
            return try BlurLook(
                tint: tint.opacity > 0 ? tint : nil, saturation: saturation, grain: grain, fade: fade,
                dithers: dither == 1)
        }
    }
}

extension BlurField {
    /// The same field with another curve between its stops, or over its feather.
    fileprivate func eased(_ easing: Easing) throws(BlurError) -> BlurField {
        switch self {
        case .gradient(let gradient): .gradient(try gradient.eased(easing))
        case .area(let area): .area(try area.eased(easing))
        case .mask, .maximum: self
        }
    }
}
