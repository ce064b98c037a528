internal import ArgumentParser
internal import VariableBlur
internal import VariableBlurCodecs

extension JobRequest {
    /// Checks what can be checked before the size of the image is known.
    func validate() throws {
        let instructionSet = blur.execution.instructionSet
        guard instructionSet == .standard || instructionSet.isAvailable else {
            let available = InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", ")
            throw ValidationError(
                "This CPU does not support \(instructionSet.rawValue). Supported instruction sets: \(available).")
        }
        try shape.validate()
        try checkMaskFormat()
        guard !isMaskInverted || maskPath != nil else {
            throw ValidationError("--mask-invert requires --mask. Add --mask, or leave out --mask-invert.")
        }
        try blur.validate(radiusRemedy)
        guard !isForced || ifExists ?? .overwrite == .overwrite else {
            throw ValidationError(
                "--force and --if-exists \(ifExists?.rawValue ?? "") cannot be combined. Leave out one of them.")
        }
        guard writesDigest || existingOutputRule != .skipSame else {
            throw ValidationError(
                "--no-digest and --if-exists skip-same cannot be combined: an output is recognized by its digest. "
                    + "Leave out one of them.")
        }
    }
}

extension JobRequest {
    /// What to do if the minimum radius is larger than the maximum radius: a phrase that names the preset that sets one of them.
    var radiusRemedy: String {
        let preset = preset.flatMap { name in Preset.all.first { $0.name.isSame(as: name) } }
        for (option, radius, other) in [
            ("min-radius", blur.minimumRadius, "raise --max-radius"),
            ("max-radius", blur.maximumRadius, "lower --min-radius"),
        ] {
            let setting = preset?.settings.first { $0.name == option }
            guard let preset, let setting, (try? OptionValue.radius.parse(setting.value)) == radius else { continue }
            return "the preset \(preset.name) sets --\(option) to \(setting.value); set --\(option) too, or \(other)"
        }
        return "lower --min-radius, or raise --max-radius"
    }

    /// Checks that the name of the mask to write is not that of another format: the mask is a PNG image.
    private func checkMaskFormat() throws {
        guard let alphaPath, let fileExtension = PathName.fileExtension(of: alphaPath) else { return }
        let isOther = ImageFormat(fileExtension: fileExtension).map { $0 != .png }
        guard isOther ?? (UnsupportedFormat(fileExtension: fileExtension) != nil) else { return }
        throw ValidationError(
            "--emit-mask writes a PNG image, which cannot have the extension '.\(Quotation.of(fileExtension))'. "
                + "Use the extension .png.")
    }
}

extension ShapeOptions {
    /// Checks that the shape is described in one way.
    fileprivate func validate() throws {
        if contains(.ramps) && contains(.mask) {
            throw ValidationError("--ramp and --mask cannot be combined. Leave out one of them.")
        }
        if contains(.ramps) && self != .ramps {
            throw ValidationError(
                "--ramp cannot be combined with --direction, --max-radius, --min-radius, or --start-offset. "
                    + "Add another --ramp instead.")
        }
        if contains(.mask) && (contains(.sides) || contains(.startOffset)) {
            throw ValidationError(
                "--mask cannot be combined with --direction or --start-offset. Leave out --mask or the others.")
        }
    }
}

extension BlurSettings {
    /// Checks what can be checked before the size of the image is known.
    fileprivate func validate(_ radiusRemedy: String) throws {
        let haveSameUnit =
            switch (maximumRadius, minimumRadius) {
            case (.pixels, .pixels), (.axisFraction, .axisFraction): true
            default: false
            }
        do {
            // If both radii have the same unit, their order does not depend on the image size
            _ = try haveSameUnit ? progressiveBlur(width: 100, height: 100) : nil
            _ = try LinearAlphaMask(startOffset: startOffset)
        } catch {
            throw ValidationError(
                haveSameUnit && error.code == .invalidRadius
                    ? "The minimum radius is larger than the maximum radius. "
                        + "\(radiusRemedy.prefix(1).uppercased())\(radiusRemedy.dropFirst())."
                    : error.message)
        }
    }
}
