internal import CLittleCMS
package import VarBlur

/// Converts pixels to sRGB with the perceptual intent of Little CMS.
///
/// Gray stays gray, with the curve of sRGB, or becomes RGB. Only one thread may use a transform.
@safe
package final class ColorTransform: @unchecked Sendable {
    @safe
    private enum Method {
        case littleCMS(UnsafeMutableRawPointer)
        case formula(RowColorConverter)
        /// The converted value of each gray value.
        case table([UInt16])
        case plainInks
        /// The colors are those of sRGB already: gray is repeated, and the order of the channels changes.
        case reordered(RowFormatConverter)
    }

    private let method: Method
    private let source: PixelFormat
    private let target: PixelFormat

    /// An upper bound on the memory of a transform, in bytes, without the profile.
    static let byteCount = 4 << 20

    /// Creates a transform.
    ///
    /// - Parameters:
    ///   - colors: the colors of the source; `nil` if they are those of sRGB.
    ///   - source: the format of the source.
    ///   - target: the format of the result: RGB with samples of the same size, or gray for a gray source. If only the result
    ///     has alpha, its alpha is not set, or opaque. From inks without a profile, colors have 8 bits.
    /// - Throws: an error with the code `damaged` or `unsupported`.
    package init(_ colors: ColorSource?, _ source: PixelFormat, to target: PixelFormat) throws(ImageError) {
        var target = target
        if !source.channels.hasAlpha { target.alpha = .straight }
        (self.source, self.target) = (source, target)
        guard let colors else {
            method = .reordered(try ImageError.wrapping(RowFormatConverter(source, to: target)))
            return
        }
        if colors == .plainInks {
            method = .plainInks
        } else if source.channels.isGray {
            let fullScale = Int(source.depth.fullScale)
            method = .table(try Self.convertedGrays((0...fullScale).map { UInt16($0 * 65535 / fullScale) }, colors))
        } else if let formula = colors.formula, source.channels != .cmyk {
            let target = target
            method = .formula(
                try ImageError.wrapping(RowColorConverter(formula, source, to: target)))
        } else {
            method = try unsafe .littleCMS(
                Self.makeTransform(colors, color_format(source), color_format(target)))
        }
    }

    deinit {
        if case .littleCMS(let handle) = method { unsafe color_transform_destroy(handle) }
    }

    /// Loads Little CMS, which a sandbox would not allow later.
    package static func prepare() { _ = color_library_load() }

    /// Whether Little CMS is available.
    package static var isAvailable: Bool { color_library_load() }

    /// Converts a row of pixels.
    package func convert(_ row: UnsafeRawBufferPointer, to result: UnsafeMutableRawPointer, count: Int) {
        switch method {
        case .littleCMS(let handle): unsafe color_transform_apply(handle, row.baseAddress, result, count)
        case .formula(let converter):
            guard let row = unsafe row.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            unsafe converter.convert(row, to: result.assumingMemoryBound(to: UInt8.self), count: count)
        case .table(let table) where target.channels.isGray:
            unsafe convert(row, through: table, to: result, count: count * source.channels.count)
        case .table(let table): unsafe convert(row, through: table, toColors: result, count: count)
        case .plainInks:
            for x in 0..<count {
                for color in 0..<3 {
                    unsafe result.storeBytes(
                        of: Self.light(ink: row[4 * x + color], black: row[4 * x + 3]),
                        toByteOffset: x * target.bytesPerPixel + (target.channels.isBlueFirst ? 2 - color : color),
                        as: UInt8.self)
                }
            }
        case .reordered(let rows): unsafe rows.convert(row.baseAddress, to: result, count: count)
        }
    }

    /// The light that an ink and the black ink leave, which are inverted: 255 is no ink.
    private static func light(ink: UInt8, black: UInt8) -> UInt8 { UInt8((Int(ink) * Int(black) + 127) / 255) }

    private func convert(
        _ row: UnsafeRawBufferPointer, through table: [UInt16], to result: UnsafeMutableRawPointer, count: Int
    ) {
        let step = source.channels.count
        if source.depth == .eight {
            for index in 0..<count {
                let isGray = index % step == 0
                let value = unsafe isGray ? table[Int(row[index])].rounded : row[index]
                unsafe result.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
            }
        } else {
            for index in 0..<count {
                let value = unsafe row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
                unsafe result.storeBytes(
                    of: index % step == 0 ? table[Int(value)] : value, toByteOffset: 2 * index, as: UInt16.self)
            }
        }
    }

    /// Converts gray to three equal colors.
    private func convert(
        _ row: UnsafeRawBufferPointer, through table: [UInt16], toColors result: UnsafeMutableRawPointer, count: Int
    ) {
        let (step, colorCount) = (source.channels.count, target.channels.hasAlpha ? 4 : 3)
        let isPremultiplied = source.channels.hasAlpha && source.alpha == .premultiplied
        let (isWide, fullScale) = (source.depth == .sixteen, Int(source.depth.fullScale))
        for x in 0..<count {
            let stored = unsafe Self.sample(row, step * x, isWide)
            let alpha = unsafe source.channels.hasAlpha ? Self.sample(row, step * x + 1, isWide) : fullScale
            let factor = isPremultiplied ? max(alpha, 1) : fullScale
            let gray = min((stored * fullScale + factor / 2) / factor, fullScale)
            let value = (Int(table[gray]) * (isPremultiplied ? alpha : fullScale) + 32767) / 65535
            for color in 0..<3 { unsafe Self.store(value, result, colorCount * x + color, isWide) }
            if source.channels.hasAlpha && colorCount == 4 {
                unsafe Self.store(alpha, result, colorCount * x + 3, isWide)
            }
        }
    }

    private static func sample(_ row: UnsafeRawBufferPointer, _ index: Int, _ isWide: Bool) -> Int {
        unsafe isWide ? Int(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)) : Int(row[index])
    }

    private static func store(_ value: Int, _ row: UnsafeMutableRawPointer, _ index: Int, _ isWide: Bool) {
        if isWide {
            unsafe row.storeBytes(of: UInt16(value), toByteOffset: 2 * index, as: UInt16.self)
        } else {
            unsafe row.storeBytes(of: UInt8(value), toByteOffset: index, as: UInt8.self)
        }
    }
}

// MARK: - Little CMS

extension ColorTransform {
    private static func makeTransform(
        _ colors: ColorSource, _ source: color_format, _ target: color_format
    ) throws(ImageError) -> UnsafeMutableRawPointer {
        guard color_library_load() else {
            throw ImageError(
                .unsupported, "colors are converted with Little CMS, which is not installed",
                remedy: "install the package liblcms2-2, or keep the colors as they are", reason: .colorProfile)
        }
        let profile = try unsafe open(colors, source.space)
        defer { unsafe color_profile_close(profile) }
        guard let standard = unsafe color_profile_srgb(target.space) else {
            throw ImageError(.outOfMemory, "not enough memory for color profiles")
        }
        defer { unsafe color_profile_close(standard) }
        let transform = unsafe color_transform_create(profile, source, standard, target)
        guard let transform = unsafe transform else { throw damaged }
        return unsafe transform
    }

    private static func open(_ colors: ColorSource, _ space: color_space) throws(ImageError) -> UnsafeMutableRawPointer
    {
        switch colors {
        case .profile(let profile):
            let opened = unsafe profile.bytes.withUnsafeBytes { unsafe color_profile_open($0.baseAddress, $0.count) }
            guard let opened = unsafe opened else { throw damaged }
            if unsafe color_profile_fits(opened, space) { return unsafe opened }
            unsafe color_profile_close(opened)
            throw ImageError(
                .unsupported, "the color profile is not one for \(space.name) images", remedy: remedy,
                reason: .colorProfile)
        case .description:
            throw ImageError(
                .unsupported, "the primaries of the image lie on a line", remedy: "keep the colors as they are",
                reason: .colorProfile)
        case .plainInks: throw ImageError(.fault, "inks without a profile have no transform")
        }
    }

    private static let remedy = "keep the colors as they are, or remove the profile first"

    private static var damaged: ImageError {
        ImageError(.damaged, "the color profile is damaged", remedy: remedy, reason: .colorProfile)
    }

    /// Converts single samples, of three channels of each pixel for RGB.
    private static func converted(
        _ values: [UInt16], _ colors: ColorSource, _ source: ChannelLayout, to target: ChannelLayout
    ) throws(ImageError) -> [UInt16] {
        let (from, to) = (color_format(PixelFormat(source, .sixteen)), color_format(PixelFormat(target, .sixteen)))
        let handle = try unsafe makeTransform(colors, from, to)
        defer { unsafe color_transform_destroy(handle) }
        let count = values.count / source.count
        var result = [UInt16](repeating: 0, count: count * target.count)
        unsafe color_transform_apply(handle, values, &result, count)
        return result
    }

    /// Converts gray values, which to a profile of RGB are three equal ones.
    private static func convertedGrays(_ values: [UInt16], _ colors: ColorSource) throws(ImageError) -> [UInt16] {
        if let formula = colors.formula {
            return values.map { UInt16((formula.convertedGray(Double($0) / 65535) * 65535).rounded()) }
        }
        if colors.isProfileOfRGB {
            return try converted(values.flatMap { [$0, $0, $0] }, colors, .rgb, to: .gray)
        }
        return try converted(values, colors, .gray, to: .gray)
    }
}

extension ColorSource {
    /// Whether three equal values stand for a gray one.
    fileprivate var isProfileOfRGB: Bool {
        if case .profile(let profile) = self { profile.isRGB } else { false }
    }

    /// Whether a conversion to sRGB changes no value by more than a step of 8 bits.
    ///
    /// - Parameter channels: the channels of the image.
    /// - Returns: whether all colors stay as they are.
    /// - Throws: an error with the code `damaged` or `unsupported`.
    /// - Complexity: O(1); about a thousand colors are converted.
    func isSRGB(_ channels: ChannelLayout) throws(ImageError) -> Bool {
        if channels == .cmyk { return false }
        if case .description(let description) = self, description.isSRGB(isGray: channels.isGray) { return true }
        return try ColorTransform.isIdentity(self, isGray: channels.isGray)
    }
}

extension ColorTransform {
    /// Whether a transform to sRGB changes no value by more than a step of 8 bits.
    fileprivate static func isIdentity(_ colors: ColorSource, isGray: Bool) throws(ImageError) -> Bool {
        let grays = (0...255).map { UInt16($0 * 257) }
        var values = grays
        if !isGray {
            let steps = (0...8).map { UInt16($0 * 8191) }
            values = grays.flatMap { [$0, $0, $0] }
            for red in steps { for green in steps { for blue in steps { values += [red, green, blue] } } }
        }
        if !isGray, let formula = colors.formula {
            return stride(from: 0, to: values.count, by: 3).allSatisfy { index in
                let stored = SIMD3(values[index], values[index + 1], values[index + 2])
                let color = SIMD3<Double>(stored) / 65535
                let difference = formula.converted(color) - color
                return max(difference.max(), -difference.min()) <= 1.0 / 255
            }
        }
        let results = isGray ? try convertedGrays(values, colors) : try converted(values, colors, .rgb, to: .rgb)
        // the usual profile of sRGB differs from the standard by half a step
        return zip(values, results).allSatisfy { abs(Int($0) - Int($1)) <= 257 }
    }
}

extension color_format {
    fileprivate init(_ format: PixelFormat) {
        let space: color_space =
            switch format.channels {
            case .gray, .grayAlpha: COLOR_GRAY
            case .cmyk: COLOR_CMYK
            default: COLOR_RGB
            }
        self.init(
            space: space, is_wide: format.depth == .sixteen, has_alpha: format.channels.hasAlpha,
            is_premultiplied: format.alpha == .premultiplied, is_bgr: format.channels.isBlueFirst)
    }
}

extension color_space {
    fileprivate var name: String {
        switch self {
        case COLOR_GRAY: "gray"
        case COLOR_CMYK: "CMYK"
        default: "RGB"
        }
    }
}
