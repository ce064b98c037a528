/// The images in a file, as far as it must be known how they are stored before they are decoded (ISO/IEC 23008-12).
struct HEIFItems {
    let file: FileContents
    private let reader: ByteReader<FileContents>
    /// The bytes of the version and the flags of a box.
    private static let versionCount = 4
    /// More items than any image needs.
    private static let maximumItemCount = 1 << 16
    /// More bytes than the name of any type has.
    private static let maximumNameLength = 256
    /// The boxes that describe items.
    let itemBoxes: [(type: String, contents: Range<Int>)]
    /// The contents of these boxes, and of those of the properties.
    private let boxes: [(type: String, contents: Range<Int>)]
    /// The properties of all items, of which each item refers to some.
    let properties: [(type: String, contents: Range<Int>)]

    init(_ file: FileContents) {
        (self.file, reader) = (file, ByteReader(file))
        let meta = HEIFBoxes.boxes(of: file, in: 0..<file.count).first { $0.type == "meta" }?.contents
        itemBoxes = meta.map { HEIFBoxes.boxes(of: file, in: $0.dropFirst(Self.versionCount)) } ?? []
        let described = itemBoxes.first { $0.type == "iprp" }.map { HEIFBoxes.boxes(of: file, in: $0.contents) } ?? []
        boxes = itemBoxes + described
        let list = described.first { $0.type == "ipco" }
        properties = list.map { HEIFBoxes.boxes(of: file, in: $0.contents) } ?? []
    }

    private func contents(_ type: String) -> Range<Int>? { boxes.first { $0.type == type }?.contents }

    /// The version of a box with versions.
    private func version(_ contents: Range<Int>) -> Int? { reader.integer(at: contents.lowerBound, byteCount: 1) }

    /// The number of the image that is displayed.
    var image: Int? {
        guard let box = contents("pitm"), let version = version(box) else { return nil }
        return reader.integer(at: box.lowerBound + 4, byteCount: version == 0 ? 2 : 4)
    }

    /// The numbers of the items of a type.
    func items(ofType type: String) -> [Int] { items().filter { $0.type == type }.map(\.number) }

    /// All items with their types.
    func items() -> [(number: Int, type: String)] {
        guard let box = contents("iinf"), let version = version(box) else { return [] }
        let entries = HEIFBoxes.boxes(of: file, in: box.dropFirst(version == 0 ? 6 : 8))
        return entries.compactMap { entry in
            guard entry.type == "infe", let version = self.version(entry.contents), version >= 2 else { return nil }
            let start = entry.contents.lowerBound + 4
            let numberCount = version == 2 ? 2 : 4
            // a number for protection lies between
            let offset = start + numberCount + 2
            guard let number = reader.integer(at: start, byteCount: numberCount),
                offset + 4 <= entry.contents.upperBound
            else { return nil }
            return (number, String(decoding: file.bytes(offset..<offset + 4), as: UTF8.self))
        }
    }

    /// The properties of an item, in their order.
    func properties(of item: Int) -> [(type: String, contents: Range<Int>)] {
        let own = associations { $0 == item }.first?.properties.map(\.number) ?? []
        return own.filter { properties.indices.contains($0 - 1) }.map { properties[$0 - 1] }
    }

    /// Whether some item may be an auxiliary image.
    var hasAuxiliaryTypes: Bool { properties.contains { $0.type == "auxC" } }

    /// The name of the type of an auxiliary image; `nil` for other items.
    func auxiliaryType(of item: Int) -> String? {
        properties(of: item).first { $0.type == "auxC" }.map { property in
            let text = file.bytes(property.contents.dropFirst(Self.versionCount).prefix(Self.maximumNameLength))
            return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// More targets of a reference than are looked at.
    private static let maximumTargetCount = 64

    /// The references of a type: from items to lists of others, as far as they are looked at.
    func references(_ type: String) -> [(from: Int, to: [Int])] {
        guard let box = contents("iref"), let version = version(box) else { return [] }
        let count = version == 0 ? 2 : 4
        return HEIFBoxes.boxes(of: file, in: box.dropFirst(Self.versionCount)).compactMap { reference in
            let start = reference.contents.lowerBound
            guard reference.type == type, let item = reader.integer(at: start, byteCount: count) else { return nil }
            let targets = stride(from: start + count + 2, to: reference.contents.upperBound, by: count)
            return (
                item, targets.prefix(Self.maximumTargetCount).compactMap { reader.integer(at: $0, byteCount: count) }
            )
        }
    }

    /// The properties of an item by their numbers, from 1 on, and whether a reader must know them.
    typealias Association = (item: Int, properties: [(number: Int, isEssential: Bool)])

    /// The properties of the items that are looked for.
    func associations(where isSought: (Int) -> Bool = { _ in true }) -> [Association] {
        boxes.filter { $0.type == "ipma" }.flatMap { associations(in: $0.contents, where: isSought) }
    }

    /// The properties of items in one of several boxes, each of which has its own form.
    private func associations(in box: Range<Int>, where isSought: (Int) -> Bool) -> [Association] {
        guard let version = version(box) else { return [] }
        var found: [Association] = []
        let isWide = reader.integer(at: box.lowerBound + 3, byteCount: 1).map { $0 & 1 == 1 } ?? false
        let (itemCount, numberCount) = (version == 0 ? 2 : 4, isWide ? 2 : 1)
        let count = reader.uint32(at: box.lowerBound + 4) ?? 0
        var offset = box.lowerBound + 8
        for _ in 0..<min(count, Self.maximumItemCount) {
            guard offset < box.upperBound, let number = reader.integer(at: offset, byteCount: itemCount),
                let entryCount = reader.integer(at: offset + itemCount, byteCount: 1)
            else { break }
            let first = offset + itemCount + 1
            offset = first + entryCount * numberCount
            guard isSought(number) else { continue }
            let essential = isWide ? 0x8000 : 0x80
            let properties = (0..<entryCount).compactMap { index in
                reader.integer(at: first + index * numberCount, byteCount: numberCount).map {
                    (number: $0 & (essential - 1), isEssential: $0 & essential != 0)
                }
            }
            found.append((number, properties))
        }
        return found
    }

    /// Where the data of an item is: in the file, or by another method in a box, whose offsets count from its start.
    typealias Location = (item: Int, method: Int, extents: [Range<Int>])

    /// Where the data of all items is.
    func locations() -> [Location] {
        guard let box = contents("iloc"), let version = version(box), version <= 2,
            let sizes = reader.uint16(at: box.lowerBound + 4)
        else { return [] }
        var offset = box.lowerBound + 6
        func next(_ byteCount: Int) -> Int? {
            defer { offset += byteCount }
            return offset + byteCount <= box.upperBound ? reader.integer(at: offset, byteCount: byteCount) : nil
        }
        // eight bytes, of which the first is zero in any file
        func size(_ shift: Int) -> Int { min(sizes >> shift & 15, 8) }
        func long(_ byteCount: Int) -> Int? { byteCount == 8 ? next(1).flatMap { _ in next(7) } : next(byteCount) }
        var found: [Location] = []
        let wide = version == 2 ? 4 : 2
        for _ in 0..<min(next(wide) ?? 0, Self.maximumItemCount) {
            guard let item = next(wide), let method = version == 0 ? 0 : next(2), next(2) != nil,
                let base = long(size(4)), let count = next(2)
            else { break }
            let extents = (0..<count).compactMap { _ -> Range<Int>? in
                guard version == 0 || long(size(0)) != nil, let start = long(size(12)), let length = long(size(8))
                else { return nil }
                return base + start..<base + start + length
            }
            guard extents.count == count else { break }
            found.append((item, method & 15, extents))
        }
        return found
    }
}
