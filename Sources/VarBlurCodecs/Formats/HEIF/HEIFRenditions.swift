internal import VarBlur

/// What the image of a HEIF file becomes with its gain map: that of ISO 21496-1, or Apple's older form.
struct HEIFRenditions {
    let items: HEIFItems
    /// The rendition of ISO 21496-1, and its map; `nil` if there is none, or if a single item is read.
    let toneMapping: (item: Int, map: AuxiliaryImage)?
    /// The images that lie over the picture, without its alpha channel.
    private let auxiliaryImages: [AuxiliaryImage]

    init(_ items: HEIFItems, _ context: JobContext) {
        self.items = items
        let isPicture = context.item == 0
        (toneMapping, auxiliaryImages) = (isPicture ? items.toneMapping : nil, isPicture ? items.auxiliaryImages : [])
    }

    /// Apple's map.
    private var appleMap: AuxiliaryImage? { auxiliaryImages.first { $0.kind == .gainMap } }

    /// Whether there is a gain map of a form that is read.
    var hasMap: Bool { toneMapping != nil || appleMap != nil }

    /// Whether the maker notes of the picture may tell what the samples of its map mean.
    var needsMakerNotes: Bool { toneMapping == nil && appleMap != nil }

    /// What the images are for that lie over the picture, each once.
    ///
    /// - Parameter hasAuxiliaryImages: whether the library knows of any.
    /// - Returns: the kinds, in the order of their declaration.
    func kinds(hasAuxiliaryImages: Bool) -> [AuxiliaryImage.Kind] {
        var kinds = hasAuxiliaryImages ? auxiliaryImages.map(\.kind) : []
        if hasAuxiliaryImages && kinds.isEmpty { kinds = [.other] }
        if hasMap || HEIFBoxes.has("jhgm", in: items.file) { kinds.append(.gainMap) }
        return AuxiliaryImage.Kind.allCases.filter { kinds.contains($0) }
    }

    /// Finds the gain map of a picture, whose header gets it.
    ///
    /// - Parameters:
    ///   - header: the header of the picture.
    ///   - codec: the codec of its file.
    ///   - data: the data of the rendition of ISO 21496-1.
    ///   - exif: the EXIF data of the picture.
    ///   - context: the limits.
    /// - Returns: a notice if a map exceeds a limit.
    /// - Throws: an error with the code `timeout`, `cancelled`, or `outOfMemory`.
    func findMap(
        of header: inout ImageHeader, _ codec: any HelperCodec, _ data: [UInt8], _ exif: [UInt8]?,
        _ context: JobContext
    ) throws(ImageError) -> String? {
        guard context.gainMaps == .contents else { return nil }
        let picture = header
        // another rendition of ISO 21496-1 may say that the picture is the brighter one, which Apple's form cannot
        let maps = toneMapping.map { [($0.map, data)] } ?? appleMap.map { [($0, nil)] } ?? []
        let found = try GainMap.first(of: maps) { (map: (image: AuxiliaryImage, data: [UInt8]?)) throws(ImageError) in
            try GainMap(map.image, map.data, codec, of: picture, exif, context.withoutGainMaps)
        }
        header.gainMap = found.map
        return found.notice
    }
}

extension GainMap {
    /// Reads the header of a map in a HEIF file, with the parameters of ISO 21496-1 or those of Apple's form; `nil` if they are missing or
    /// invalid, or if the map does not lie over its picture.
    fileprivate convenience init?(
        _ image: AuxiliaryImage, _ data: [UInt8]?, _ codec: any HelperCodec, of picture: ImageHeader,
        _ exif: [UInt8]?, _ context: JobContext
    ) throws(ImageError) {
        // the first byte is the version of the item
        let parameters = data.flatMap { $0.first == 0 ? GainMapParameters.read(Array($0.dropFirst())) : nil }
        guard image.kind == .gainMap, (data == nil) == (parameters == nil) else { return nil }
        var context = context
        context.item = image.item
        var header = try HEIFReader(image.contents, codec, context).header
        header.orientation = image.orientation
        let isGray = header.pixelFormat.channels == .gray
        guard isGray || header.pixelFormat.channels == .rgb, header.hasShape(of: picture) else { return nil }
        if let (parameters, byteCount) = parameters, let data {
            let used = Array(data.dropFirst().prefix(byteCount))
            // colors of another rendition cannot be told to most programs
            guard isGray || GainMapParameters.isForColorsOfImage(used) else { return nil }
            self.init(header, item: image.item, parameters, data: used)
        } else {
            let xmp = try header.metadata.xmp.flatMap { (packet) throws(ImageError) in
                try AuxiliaryXMP([packet], deadline: context.deadline)
            }
            guard let xmp, let headroom = AppleHeadroom(xmp, exif), let parameters = GainMapParameters(headroom)
            else { return nil }
            self.init(header, item: image.item, parameters, samples: headroom.samples)
        }
    }
}

extension ImageHeader {
    /// Whether an image has the proportions of another one, as they are shown, except for the rounding of its sides to pixels.
    fileprivate func hasShape(of other: ImageHeader) -> Bool {
        let (width, height) = (Double(uprightWidth), Double(uprightHeight))
        let ratio = Double(other.uprightWidth) / Double(other.uprightHeight)
        return abs(width - height * ratio) <= max(1, 0.02 * width)
            || abs(height - width / ratio) <= max(1, 0.02 * height)
    }
}
