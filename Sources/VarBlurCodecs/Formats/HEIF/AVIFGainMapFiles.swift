internal import VarBlur

/// AVIF files with a gain map: a hidden item, and one that is derived from the image and the map (ISO/IEC 23008-12, `tmap`).
///
/// The encoder writes the image and the map as files of their own. The items of the second file are added to those of the first.
struct AVIFGainMapFiles: GainMapFiles {
    var addedPacketByteCount: Int { 0 }

    func parts(
        of image: FileContents, with map: (input: GainMap, encoded: FileContents)?, _ packet: [UInt8]?
    ) throws(ImageError) -> [FileContents] {
        guard let (map, encoded) = map else { return [image] }
        guard let joined = JoinedItems(image, encoded, [0] + (map.data ?? map.parameters.data)) else {
            throw ImageError(.unsupported, "the version of libheif writes items in another form")
        }
        return [try FileContents(joined.start), try FileContents(joined.rest, of: image)]
    }
}

/// The items of a file with an image, with those of its gain map.
private struct JoinedItems {
    private let items: HEIFItems
    private let image: Int
    /// The items of the map, and of the rendition that is derived from the image and the map.
    private let (map, derived): (Int, Int)
    /// The properties of the map, and the numbers of those that the rendition shares with the image.
    private let (mapProperties, shared): ([(type: String, contents: Range<Int>)], [Int])
    private let mapFile: HEIFItems
    private let (mapData, renditionData): ([UInt8], [UInt8])

    /// The start of the file: its brands, its items, and the data of the map.
    private(set) var start: [UInt8] = []
    /// What follows in the file of the image: its data.
    let rest: Range<Int>

    /// Joins items; `nil` if they are not stored as expected.
    init?(_ image: FileContents, _ map: FileContents, _ renditionData: [UInt8]) {
        (items, mapFile, self.renditionData) = (HEIFItems(image), HEIFItems(map), renditionData)
        let boxes = HEIFBoxes.boxes(of: image, in: 0..<image.count)
        guard boxes.count > 2, boxes[0].type == "ftyp", boxes[1].type == "meta", let item = items.image,
            let last = items.items().map(\.number).max(), last < Int(UInt16.max) - 3, let mapItem = mapFile.image,
            let place = mapFile.locations().first(where: { $0.item == mapItem }), place.method == 0,
            let extent = place.extents.first, place.extents.count == 1, extent.upperBound <= map.count,
            items.locations().count == items.items().count, let own = items.associations(where: { $0 == item }).first,
            // the process that encodes is not trusted
            items.itemBoxes.allSatisfy({ !["iinf", "iref"].contains($0.type) || $0.contents.count >= 4 })
        else { return nil }
        (self.image, self.map, derived) = (item, last + 1, last + 2)
        (mapProperties, mapData) = (mapFile.properties(of: mapItem), map.bytes(extent))
        let allProperties = items.properties
        let sharable = own.properties.map(\.number).filter {
            allProperties.indices.contains($0 - 1) && ["ispe", "colr"].contains(allProperties[$0 - 1].type)
                && !image.starts(with: Array("nclx".utf8), at: allProperties[$0 - 1].contents.lowerBound)
        }
        // more than a size and a profile is not needed, and their number has one byte
        shared = Array(sharable.prefix(8))
        rest = boxes[1].contents.upperBound..<image.count
        let brands = HEIFBoxes.box("ftyp", image.bytes(boxes[0].contents) + Array("tmap".utf8))
        let data = HEIFBoxes.box("mdat", mapData + renditionData)
        // the numbers in the boxes have as many bytes wherever the data is
        let dataStart = brands.count + description(dataStart: 0, shift: 0).count + 8
        let shift = dataStart - 8 + data.count - rest.lowerBound
        start = brands + description(dataStart: dataStart, shift: shift) + data
    }

    private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        ByteOrder.bigEndian.bytes(of: value, count: count)
    }
    private func bytes(of box: Range<Int>) -> [UInt8] { items.file.bytes(box) }

    /// A box with a version and flags.
    private static func box(_ type: String, version: UInt8 = 0, flags: UInt8 = 0, _ contents: [UInt8]) -> [UInt8] {
        HEIFBoxes.box(type, [version, 0, 0, flags] + contents)
    }

    /// The box that describes the items.
    ///
    /// - Parameters:
    ///   - dataStart: where the data of the map is in the file.
    ///   - shift: by how many bytes the data of the image is moved.
    /// - Returns: the box.
    private func description(dataStart: Int, shift: Int) -> [UInt8] {
        var contents: [UInt8] = []
        for box in items.itemBoxes where !["iloc", "iref", "grpl"].contains(box.type) {
            switch box.type {
            case "iinf": contents += list(box.contents)
            case "iprp": contents += properties
            default: contents += HEIFBoxes.box(box.type, bytes(of: box.contents))
            }
        }
        let group = Self.bytes(derived + 1, 4) + Self.bytes(2, 4) + Self.bytes(derived, 4) + Self.bytes(image, 4)
        contents += places(dataStart, shift) + references + HEIFBoxes.box("grpl", Self.box("altr", group))
        return Self.box("meta", contents)
    }

    /// The list of the items, to which two are added, of which the first is hidden.
    private func list(_ box: Range<Int>) -> [UInt8] {
        let isWide = items.file[box.lowerBound] != 0
        let entries = box.dropFirst(isWide ? 8 : 6)
        var contents = Self.bytes(items.items().count + 2, isWide ? 4 : 2) + bytes(of: entries)
        for (item, type, flags) in [(map, "av01", 1), (derived, "tmap", 0)] as [(Int, String, UInt8)] {
            let entry = Self.bytes(item, 2) + [0, 0] + Array(type.utf8) + [0]
            contents += Self.box("infe", version: 2, flags: flags, entry)
        }
        return Self.box("iinf", version: isWide ? 1 : 0, contents)
    }

    /// Where the data of the items is.
    private func places(_ dataStart: Int, _ shift: Int) -> [UInt8] {
        let renditionStart = dataStart + mapData.count
        var places: [HEIFItems.Location] = items.locations().map { place in
            // the offsets of other methods count from the start of a box
            let shift = place.method == 0 ? shift : 0
            return (place.item, place.method, place.extents.map { $0.lowerBound + shift..<$0.upperBound + shift })
        }
        places.append((map, 0, [dataStart..<renditionStart]))
        places.append((derived, 0, [renditionStart..<renditionStart + renditionData.count]))
        // offsets and lengths of four bytes
        var contents: [UInt8] = [0x44, 0] + Self.bytes(places.count, 2)
        for place in places {
            contents += [place.item, place.method, 0, place.extents.count].flatMap { Self.bytes($0, 2) }
            contents += place.extents.flatMap { [$0.lowerBound, $0.count] }.flatMap { Self.bytes($0, 4) }
        }
        return Self.box("iloc", version: 1, contents)
    }

    /// The properties of all items.
    private var properties: [UInt8] {
        let before = items.properties
        var boxes = before.flatMap { HEIFBoxes.box($0.type, bytes(of: $0.contents)) }
        boxes += mapProperties.flatMap { HEIFBoxes.box($0.type, mapFile.file.bytes($0.contents)) }
        // the curve of other displays: PQ, for the colors of the image
        let codes = before.map(\.contents).first { items.file.starts(with: Array("nclx".utf8), at: $0.lowerBound) }
        let primaries = codes.flatMap { $0.count < 6 ? nil : items.file.bytes($0.dropFirst(4).prefix(2)) } ?? [0, 2]
        boxes += HEIFBoxes.box("colr", Array("nclx".utf8) + primaries + [0, 16, 0, 6, 0x80])
        boxes += Self.box("pixi", [3, 10, 10, 10])
        let firstOfMap = before.count + 1
        let firstOfRendition = firstOfMap + mapProperties.count
        let added: [HEIFItems.Association] = [
            (map, mapProperties.enumerated().map { (firstOfMap + $0.offset, $0.element.type == "av1C") }),
            (derived, (shared + [firstOfRendition, firstOfRendition + 1]).map { ($0, false) }),
        ]
        let all = items.associations() + added
        var table = Self.bytes(all.count, 4)
        for (item, properties) in all {
            table += Self.bytes(item, 2) + [UInt8(properties.count)]
            table += properties.flatMap { Self.bytes($0.number | ($0.isEssential ? 0x8000 : 0), 2) }
        }
        return HEIFBoxes.box("iprp", HEIFBoxes.box("ipco", boxes) + Self.box("ipma", flags: 1, table))
    }

    /// The references between items.
    private var references: [UInt8] {
        let box = items.itemBoxes.first { $0.type == "iref" }.map { bytes(of: $0.contents) } ?? [0, 0, 0, 0]
        let count = box[0] == 0 ? 2 : 4
        let targets = Self.bytes(image, count) + Self.bytes(map, count)
        return HEIFBoxes.box("iref", box + HEIFBoxes.box("dimg", Self.bytes(derived, count) + [0, 2] + targets))
    }
}
