/// What metadata must say about an output.
struct OutputPicture {
    let width: Int
    let height: Int
    /// Whether the input was cropped or resized.
    var isFramed = false
    /// Whether the colors of the input were converted to sRGB.
    var isSRGB = false
    /// Whether samples have another size or meaning than those of the input.
    var changesSamples = false
    /// Whether the output has a color profile.
    var hasProfile = true
    /// How the image of the input was turned, also by its decoder.
    var orientation = ImageOrientation.up
    /// Whether the output is upright because something else than XMP data says how the input lies.
    var isOriented = true

    /// Whether positions in pixels are no longer those of the input.
    private var isMoved: Bool { isFramed || orientation != .up }

    /// The EXIF tag under which a value of the input is written: horizontal resolutions become vertical ones, and vice
    /// versa, when the axes of the image are exchanged.
    func exifTag(_ tag: Int) -> Int {
        // XResolution, YResolution, and FocalPlaneXResolution, FocalPlaneYResolution
        orientation.swapsAxes ? [0x011A: 0x011B, 0x011B: 0x011A, 0xA20E: 0xA20F, 0xA20F: 0xA20E][tag] ?? tag : tag
    }

    /// The XMP property as which a property of the input is written, as for EXIF tags.
    func xmpName(_ name: String) -> String {
        guard orientation.swapsAxes else { return name }
        for prefix in ["tiff:", "exif:FocalPlane"] {
            if name == prefix + "XResolution" { return prefix + "YResolution" }
            if name == prefix + "YResolution" { return prefix + "XResolution" }
        }
        return name
    }

    /// The values of EXIF tags that differ from those of the input, by tag; `nil` for tags that are left out.
    ///
    /// The tags do not occur in the directory for GPS.
    var exifValues: [Int: Int?] {
        var values: [Int: Int?] = [:]
        // SubjectArea, SubjectLocation
        if isMoved { for tag in [0x9214, 0xA214] { values[tag] = .some(nil) } }
        // FocalPlaneXResolution, FocalPlaneYResolution, FocalPlaneResolutionUnit
        if isFramed { for tag in [0xA20E, 0xA20F, 0xA210] { values[tag] = .some(nil) } }
        if isSRGB {
            values[0xA001] = 1  // ColorSpace
            // WhitePoint, PrimaryChromaticities, Gamma, and the directory for interoperability, which may name Adobe RGB
            for tag in [0x013E, 0x013F, 0xA500, 0xA005] { values[tag] = .some(nil) }
        }
        return values
    }

    /// The values of XMP properties that differ from those of the input, by name; `nil` for those that are left out.
    var xmpValues: [String: String?] {
        var values: [String: String?] = [
            "tiff:ImageWidth": "\(width)", "tiff:ImageLength": "\(height)", "exif:PixelXDimension": "\(width)",
            "exif:PixelYDimension": "\(height)",
        ]
        // what they say of the input is not always true of an output, and readers take it from the file
        for name in ["Compression", "PlanarConfiguration", "YCbCrSubSampling"] { values["tiff:" + name] = .some(nil) }
        if isSRGB || changesSamples {
            for name in [
                "photoshop:ColorMode", "tiff:PhotometricInterpretation", "tiff:SamplesPerPixel", "tiff:BitsPerSample",
            ] { values[name] = .some(nil) }
        }
        if isSRGB || !hasProfile { values["photoshop:ICCProfile"] = .some(nil) }
        if isOriented { values["tiff:Orientation"] = "1" }
        if isMoved { for name in ["exif:SubjectArea", "exif:SubjectLocation"] { values[name] = .some(nil) } }
        if isFramed {
            let resolutions = ["XResolution", "YResolution", "ResolutionUnit"].map { "exif:FocalPlane\($0)" }
            let panorama = XMPNamespace.all.filter { $0.prefix == "GPano" }.flatMap { namespace in
                namespace.names.map { "GPano:\($0)" }
            }
            for name in resolutions + panorama { values[name] = .some(nil) }
        }
        if isSRGB {
            values["exif:ColorSpace"] = "1"
            for name in [
                "tiff:PrimaryChromaticities", "tiff:WhitePoint", "exifEX:Gamma", "exifEX:InteroperabilityIndex",
            ] { values[name] = .some(nil) }
        }
        return values
    }
}
