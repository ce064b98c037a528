internal import VarBlur

extension JobRequest {
    /// Checks what can be checked before the size of the image is known.
    package func validate() throws(UsageError) {
        let instructionSet = blur.execution.instructionSet
        guard instructionSet == .standard || instructionSet.isAvailable else {
            let available = InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "this CPU does not support \(instructionSet.rawValue)",
                remedy: "supported instruction sets: \(available)")
        }
        try size.validate()
        try JobOptions.checkCombinations(names)
        try checkMaskFormat()
        try checkInversion("mask", mask, isMaskInverted)
        try checkInversion("matte", matte, isMatteInverted)
        try look.validate()
        guard matte?.plane != .depth else {
            throw UsageError(
                "depth is no matte", remedy: "use \(option: "matte") photo, or \(option: "mask") photo:depth")
        }
        try area.validate()
        guard blur.mosaic == nil || area.fill == nil || hasRamp else {
            throw UsageError(
                "\(option: "mosaic") and \(option: "area-fill") cannot be combined without a ramp: filled areas are painted instead",
                remedy: "leave out one of them")
        }
        guard area.fill == nil || existing != .skipSame else {
            throw UsageError(
                "\(option: "area-fill") and \(option: "if-exists") skip-same cannot be combined: a digest of the input would help to guess what is covered",
                remedy: "choose another rule, such as skip")
        }
        try blur.validate(radiusRemedy)
        guard !isForced || ifExists ?? .replace == .replace else {
            throw UsageError(
                "\(flag: "force") and \(option: "if-exists") \(ifExists?.rawValue ?? "") cannot be combined",
                remedy: "leave out one of them")
        }
        guard writesDigest || existing != .skipSame else {
            throw UsageError(
                "\(flag: "no-digest") and \(option: "if-exists") skip-same cannot be combined: an output is recognized by its digest",
                remedy: "leave out one of them")
        }
    }
}

extension JobRequest {
    /// What to do if the minimum radius is larger than the maximum radius: a phrase that names the preset that sets one of them.
    package var radiusRemedy: UsageText {
        let preset = preset.flatMap { name in Preset.all.first { $0.name.isSame(as: name) } }
        for (option, radius, other) in [
            ("min-radius", blur.minimumRadius, "raise \(option: "max-radius")" as UsageText),
            ("max-radius", blur.maximumRadius, "lower \(option: "min-radius")"),
        ] {
            let setting = preset?.settings.first { $0.name == option }
            guard let preset, let setting, (try? OptionValue.radius.parse(setting.value)) == radius else { continue }
            return
                "the preset \(preset.name) sets \(option: option) to \(setting.value); set \(option: option) too, or \(other)"
        }
        return "lower \(option: "min-radius"), or raise \(option: "max-radius")"
    }

    private func checkInversion(_ name: String, _ source: MaskSource?, _ isInverted: Bool) throws(UsageError) {
        guard isInverted && source == nil else { return }
        throw UsageError(
            "\(flag: "\(name)-invert") requires \(option: name)",
            remedy: "add \(option: name), or leave out \(flag: "\(name)-invert")")
    }

    /// Checks that the name of the mask to write is not that of another format: the mask is a PNG image.
    private func checkMaskFormat() throws(UsageError) {
        guard let alphaPath, let fileExtension = PathName.fileExtension(of: alphaPath) else { return }
        let isOther = ImageFormat(fileExtension: fileExtension).map { $0 != .png }
        guard isOther ?? (UnsupportedFormat(fileExtension: fileExtension) != nil) else { return }
        throw UsageError(
            "\(option: "emit-mask") writes a PNG image, which cannot have the extension '.\(Quotation.of(fileExtension))'",
            remedy: "use the extension .png")
    }
}

extension BlurSettings {
    /// Checks what can be checked before the size of the image is known.
    fileprivate func validate(_ radiusRemedy: UsageText) throws(UsageError) {
        let haveSameUnit =
            switch (maximumRadius, minimumRadius) {
            case (.pixels, .pixels), (.percent, .percent): true
            default: false
            }
        do {
            // If both radii have the same unit, their order does not depend on the image size
            _ = try haveSameUnit ? progressiveBlur(width: 100, height: 100) : nil
            _ = try BlurGradient(maximumRadius: 0, startOffset: startOffset)
        } catch {
            throw haveSameUnit && error.code == .invalidRadius
                ? UsageError("the minimum radius is larger than the maximum radius", remedy: radiusRemedy)
                : UsageError(UsageText(error.message))
        }
    }
}
