import VarBlur
import VarBlurCodecs

/// Builds HEIF files from boxes (ISO/IEC 14496-12 and 23008-12), as phones write them, and as they should not be.
package struct HEIFBuilder {
    /// A compressed image.
    package struct Coded {
        package let type: String
        /// The decoder's configuration and the size, which every item with this data has.
        package var properties: [[UInt8]]
        package var data: [UInt8]

        /// Takes the only image of a file that libheif wrote.
        package init(of file: [UInt8]) throws {
            let top = HEIFBuilder.boxes(in: file[...])
            guard let meta = top["meta"], case let parts = HEIFBuilder.boxes(in: meta.dropFirst(4)),
                let properties = parts["iprp"].flatMap({ HEIFBuilder.boxes(in: $0)["ipco"] }),
                let places = parts["iloc"].map({ Array($0) }), case let all = HEIFBuilder.boxes(in: properties),
                let name = ["hvcC", "av1C"].first(where: { all[$0] != nil }), let size = all["ispe"]
            else { throw Failure() }
            type = name == "hvcC" ? "hvc1" : "av01"
            self.properties = [HEIFBuilder.box(name, Array(all[name] ?? [])), HEIFBuilder.box("ispe", Array(size))]
            let baseSize = Int(places[5] >> 4)
            let start = 8 + 2 + (places[0] == 0 ? 0 : 2) + 2
            let number = { (at: Int, count: Int) in places[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
            let offset = number(start, baseSize) + number(start + baseSize + 2, 4)
            data = Array(file[offset..<offset + number(start + baseSize + 6, 4)])
        }
    }

    package struct Failure: Error {}

    /// An item of a file.
    package struct Item {
        package var type: String
        package var properties: [[UInt8]] = []
        package var data: [UInt8] = []
        package var contentType: String?
        package var isHidden = false
    }

    /// The items; the first has the number 1.
    package var items: [Item] = []
    /// References: type, item, and the items to which it refers.
    package var references: [(type: String, from: Int, to: [Int])] = []
    /// Groups of items: type, and the items.
    package var groups: [(type: String, items: [Int])] = []
    package var primary = 1
    package var brand: String
    /// Whether numbers of items have four bytes.
    package var isWide = false
    /// The order of the boxes that describe the images.
    package var order = ["hdlr", "pitm", "iloc", "iinf", "iref", "iprp"]
    /// Whether the data of grids is in the description, as phones write it.
    package var hasInnerData = false
    /// Whether the data comes before the description.
    package var beginsWithData = false

    package init(_ format: ImageFormat) { brand = format == .avif ? "avif" : "heic" }

    /// Adds an item.
    ///
    /// - Returns: its number.
    package mutating func add(_ type: String, _ properties: [[UInt8]] = [], _ data: [UInt8] = []) -> Int {
        items.append(Item(type: type, properties: properties, data: data))
        return items.count
    }

    /// Adds a coded image, with properties after its own.
    package mutating func add(_ image: Coded, _ properties: [[UInt8]] = []) -> Int {
        add(image.type, image.properties + properties, image.data)
    }

    /// Adds a grid of images, and refers to them.
    package mutating func addGrid(
        _ tiles: [Int], columns: Int, size: Size, _ properties: [[UInt8]] = [], sizeFirst: Bool = true
    ) -> Int {
        let data: [UInt8] = [0, 0, UInt8(tiles.count / columns - 1), UInt8(columns - 1)]
        let own = [Self.size(size)]
        let grid = add(
            "grid", sizeFirst ? own + properties : properties + own,
            data + Self.number(size.width, 2) + Self.number(size.height, 2))
        references.append(("dimg", grid, tiles))
        return grid
    }

    // MARK: - Boxes

    package static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    package static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        number(contents.count + 8, 4) + Array(type.utf8) + contents
    }

    package static func size(_ size: Size) -> [UInt8] {
        box("ispe", number(0, 4) + number(size.width, 4) + number(size.height, 4))
    }

    /// The property of an auxiliary image.
    package static func auxiliary(_ name: String) -> [UInt8] { box("auxC", number(0, 4) + Array(name.utf8) + [0]) }

    /// The contents of the boxes in some bytes, the first of each type.
    private static func boxes(in bytes: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>] {
        var (found, rest) = ([String: ArraySlice<UInt8>](), bytes)
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard (8...rest.count).contains(size) else { break }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            if found[type] == nil { found[type] = rest.prefix(size).dropFirst(8) }
            rest = rest.dropFirst(size)
        }
        return found
    }

    // MARK: - The file

    /// The bytes of the file.
    package func file() -> [UInt8] {
        let type = Self.box("ftyp", Array(brand.utf8) + Self.number(0, 4) + Array("\(brand)mif1miaf".utf8))
        let data = Self.box("mdat", items.filter { !isInner($0) }.flatMap(\.data))
        if beginsWithData { return type + data + description(dataAt: type.count + 8) }
        let count = description(dataAt: 0).count
        return type + description(dataAt: type.count + count + 8) + data
    }

    private func isInner(_ item: Item) -> Bool { hasInnerData && item.type == "grid" }

    private var numberSize: Int { isWide ? 4 : 2 }

    private func description(dataAt start: Int) -> [UInt8] {
        let version: UInt8 = isWide ? 1 : 0
        let parts = [
            "hdlr": Self.box("hdlr", Self.number(0, 8) + Array("pict".utf8) + Self.number(0, 13)),
            "pitm": Self.box("pitm", [version, 0, 0, 0] + Self.number(primary, numberSize)),
            "iloc": places(dataAt: start), "iinf": names(), "iprp": properties(),
            "idat": Self.box("idat", items.filter(isInner).flatMap(\.data)),
            "iref": references.isEmpty ? [] : Self.box("iref", [version, 0, 0, 0] + references.flatMap(reference)),
        ]
        let all = hasInnerData ? order + ["idat"] : order
        return Self.box("meta", Self.number(0, 4) + all.flatMap { parts[$0] ?? [] } + grouped())
    }

    private func reference(_ reference: (type: String, from: Int, to: [Int])) -> [UInt8] {
        let targets = reference.to.flatMap { Self.number($0, numberSize) }
        return Self.box(
            reference.type, Self.number(reference.from, numberSize) + Self.number(reference.to.count, 2) + targets)
    }

    private func grouped() -> [UInt8] {
        if groups.isEmpty { return [] }
        let boxes = groups.enumerated().map { index, group in
            let numbers = [1000 + index, group.items.count] + group.items
            return Self.box(group.type, Self.number(0, 4) + numbers.flatMap { Self.number($0, 4) })
        }
        return Self.box("grpl", boxes.flatMap { $0 })
    }

    private func places(dataAt start: Int) -> [UInt8] {
        var bytes: [UInt8] = [isWide ? 2 : 1, 0, 0, 0, 0x44, 0]
        bytes += Self.number(items.count, numberSize)
        // in the file, and in the description
        var offsets = [start, 0]
        for (index, item) in items.enumerated() {
            let method = isInner(item) ? 1 : 0
            bytes += Self.number(index + 1, numberSize) + Self.number(method, 2)
            bytes += Self.number(0, 2) + Self.number(1, 2)
            bytes += Self.number(offsets[method], 4) + Self.number(item.data.count, 4)
            offsets[method] += item.data.count
        }
        return Self.box("iloc", bytes)
    }

    private func names() -> [UInt8] {
        var entries: [UInt8] = []
        for (index, item) in items.enumerated() {
            var entry: [UInt8] = [isWide ? 3 : 2, 0, 0, item.isHidden ? 1 : 0]
            entry += Self.number(index + 1, numberSize) + [0, 0]
            entry += Array(item.type.utf8) + [0]
            if let contentType = item.contentType { entry += Array(contentType.utf8) + [0] }
            entries += Self.box("infe", entry)
        }
        return Self.box("iinf", Self.number(0, 4) + Self.number(items.count, 2) + entries)
    }

    private func properties() -> [UInt8] {
        var (all, indexes, entries) = ([[UInt8]](), [[UInt8]: Int](), [UInt8]())
        let described = items.enumerated().filter { !$1.properties.isEmpty }
        for (index, item) in described {
            entries += Self.number(index + 1, numberSize) + [UInt8(item.properties.count)]
            for property in item.properties {
                if indexes[property] == nil {
                    all.append(property)
                    indexes[property] = all.count
                }
                entries += Self.number(indexes[property] ?? 0, 2)
            }
        }
        var associations: [UInt8] = [isWide ? 1 : 0, 0, 0, 1]
        associations += Self.number(described.count, 4) + entries
        return Self.box("iprp", Self.box("ipco", all.flatMap { $0 }) + Self.box("ipma", associations))
    }
}
