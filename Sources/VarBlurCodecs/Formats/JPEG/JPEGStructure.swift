/// The header of a JPEG file: all segments before the first scan.
struct JPEGStructure {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var componentCount = 0
    private(set) var isProgressive = false
    /// The places in the file of all images but the first, as far as they are valid.
    private(set) var additionalImages: [Range<Int>] = []
    /// The XMP packet, if it has a directory with a gain map.
    private(set) var packetWithDirectory: Range<Int>?
    /// The first XMP packet.
    private(set) var packet: Range<Int>?
    /// The parts of the packet that continues it, in any order.
    private(set) var packetExtensions: [Range<Int>] = []
    /// The parameters of the image as a gain map, in the form of ISO 21496-1; `nil` if there are none.
    private(set) var gainMapData: [UInt8]?

    /// What the file says beside its pixels.
    private(set) var facts: FileFacts
    private var profileParts = JPEGProfileParts()
    private var resources: [UInt8] = []
    private var hasIndex = false
    private var hasExif = false
    private var filter = TextFilter()
    private var shortSegmentCount = 0
    private let context: JobContext

    /// A segment of the file, located by its contents after the length.
    private struct Segment {
        let marker: UInt8
        let contents: Range<Int>
        /// Whether the length is too small to count its own two bytes.
        var isTooShort = false
    }

    private static let jfifPrefix = Array("JFIF\0".utf8)
    // The prefix of EXIF data has two zeros, but readers compare only the first.
    private static let exifPrefix = Array("Exif\0".utf8)
    private static let extendedXMPPrefix = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    /// A part of a box (ISO/IEC 19566-5), and the start of the first box of content credentials.
    private static let boxPrefix = Array("JP".utf8)
    private static let credentialBox = Array("jumdc2pa".utf8)
    /// The prefix, two numbers of the box, its length and type, and the length of the first box in it.
    private static let boxHeaderCount = 20
    private static let mapSemantic = Array("GainMap".utf8)
    private static let maxResourceCount = 1 << 20

    /// Reads the header.
    ///
    /// - Throws: ``ImageError`` with the code `damaged`, `unsupported`, or `overLimit`.
    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        (facts, self.context) = (FileFacts(context, inputBytes: file.count), context)
        var offset = 2
        var segmentCount = 0
        while true {
            let segment = try Self.segment(of: file, from: offset)
            if segment.marker == JPEGMarker.startOfScan { break }
            segmentCount += 1
            guard segmentCount <= context.limits.segments else {
                throw ImageError(
                    .overLimit, "more than \(context.limits.segments) segments before the image data",
                    remedy: "check that this is the right file, or raise the limit", reason: .segmentLimit)
            }
            try context.deadline?.check()
            if segment.isTooShort { shortSegmentCount += 1 } else { try note(segment, of: file) }
            offset = segment.contents.upperBound
        }
        guard componentCount > 0 else { throw Self.damaged("no frame header") }
        try noteProfile(file)
        noteIPTC()
        if shortSegmentCount > 0 {
            facts.notices.append("metadata segments with an invalid length are not copied: \(shortSegmentCount)")
        }
        if !packetExtensions.isEmpty {
            facts.notices.append("the file contains extended XMP data, which is not copied")
        }
    }

    private static func damaged(_ cause: String) -> ImageError { CodecStatus.damaged(.jpeg, cause) }

    private static func unsupported(_ cause: String) -> ImageError {
        ImageError(.unsupported, cause, remedy: "convert it to a baseline 8-bit JPEG or a PNG first")
    }

    /// The next segment.
    ///
    /// Skips stray bytes between segments, as all decoders do.
    private static func segment(of file: FileContents, from start: Int) throws(ImageError) -> Segment {
        let reader = ByteReader(file)
        var offset = start
        while offset + 1 < file.count {
            let marker = file[offset + 1]
            if file[offset] == 0xFF && JPEGMarker.hasSegment(marker) {
                guard marker != JPEGMarker.endOfImage else { throw damaged("the file ends before the image data") }
                guard let length = reader.uint16(at: offset + 2) else { break }
                if length < 2 && JPEGMarker.isMetadata(marker) {
                    // libjpeg reads on after the length, as if the segment were empty.
                    return Segment(marker: marker, contents: offset + 4..<offset + 4, isTooShort: true)
                }
                guard length >= 2 else { throw damaged("a segment has the invalid length \(length)") }
                guard length <= file.count - offset - 2 else { break }
                return Segment(marker: marker, contents: offset + 4..<offset + 2 + length)
            }
            offset += 1
        }
        throw damaged("the header is truncated")
    }

    private mutating func note(_ segment: Segment, of file: FileContents) throws(ImageError) {
        let contents = segment.contents
        func hasPrefix(_ prefix: [UInt8]) -> Bool { file.starts(with: prefix, at: contents.lowerBound) }
        switch segment.marker {
        case JPEGMarker.dht, JPEGMarker.jpg, JPEGMarker.dac: break
        case JPEGMarker.frames: try noteFrame(segment, of: file)
        case JPEGMarker.app0 where hasPrefix(Self.jfifPrefix): noteDensity(contents, of: file)
        case JPEGMarker.app1: try noteApp1(contents, of: file)
        case JPEGMarker.app2 where hasPrefix(MultiPictureIndex.prefix):
            hasIndex = true
            additionalImages += MultiPictureIndex.additionalImages(contents, in: file)
        case JPEGMarker.app2 where hasPrefix(GainMapParameters.segmentPrefix):
            let data = contents.dropFirst(GainMapParameters.segmentPrefix.count)
            gainMapData = file.bytes(data.prefix(GainMapParameters.maxDataCount))
        case JPEGMarker.app2
        where hasPrefix(JPEGProfileParts.prefix)
            && (context.readsColors
                || JPEGProfileParts.isComplete(contents, of: file) && context.readsProfile(byteCount: contents.count)):
            profileParts.add(contents, of: file)
        case JPEGMarker.app11 where hasPrefix(Self.boxPrefix):
            // the boxes of other standards have other identifiers
            let start = file.bytes(contents.prefix(Self.boxHeaderCount + Self.credentialBox.count))
            if start.suffix(Self.credentialBox.count) == Self.credentialBox[...] { facts.hasContentCredentials = true }
        case JPEGMarker.app13 where hasPrefix(IPTCData.segmentPrefix) && facts.stripping == .none:
            // A resource may continue in the next segment.
            if resources.count <= Self.maxResourceCount {
                resources += try facts.budget.copy(contents.dropFirst(IPTCData.segmentPrefix.count), of: file)
            }
        case JPEGMarker.comment where hasPrefix(JobDigest.jpegPrefix):
            facts.metadata.digest = JobDigest.text(in: file, contents.dropFirst(JobDigest.jpegPrefix.count))
        case JPEGMarker.comment where facts.stripping == .none: noteComment(try facts.budget.copy(contents, of: file))
        default: break
        }
    }

    private mutating func noteComment(_ comment: [UInt8]) {
        if filter.accepts(comment[...].withoutTrailingZeros) {
            facts.metadata.comments.append(comment)
        } else if filter.hasRefused && !facts.notices.contains(TextFilter.notice) {
            facts.notices.append(TextFilter.notice)
        }
    }

    private mutating func noteFrame(_ segment: Segment, of file: FileContents) throws(ImageError) {
        let reader = ByteReader(file.bytes(segment.contents.prefix(6)))
        guard segment.contents.count >= 6, let height = reader.uint16(at: 1), let width = reader.uint16(at: 3) else {
            throw Self.damaged("its frame header is too short")
        }
        let start = segment.contents.lowerBound
        try Self.checkKind(segment.marker, precision: Int(file[start]))
        (self.width, self.height) = (width, height)
        componentCount = Int(file[start + 5])
        isProgressive = JPEGMarker.isProgressive(segment.marker)
        guard [1, 3, 4].contains(componentCount) else {
            throw Self.unsupported("the JPEG file has \(componentCount) components; only 1, 3, or 4 are supported")
        }
    }

    private static func checkKind(_ marker: UInt8, precision: Int) throws(ImageError) {
        guard !JPEGMarker.isLossless(marker) else { throw unsupported("lossless JPEG is not supported") }
        guard JPEGMarker.isSupported(marker) else {
            throw unsupported("hierarchical (differential) JPEG is not supported")
        }
        guard precision == 8 else {
            throw unsupported("the JPEG file has \(precision) bits per sample; only 8 are supported")
        }
    }

    private mutating func noteDensity(_ contents: Range<Int>, of file: FileContents) {
        let reader = ByteReader(file.bytes(contents.prefix(12)))
        let units: [PixelDensity.Unit] = [.none, .inch, .centimeter]
        guard facts.metadata.density == nil, let unit = reader.integer(at: 7, byteCount: 1),
            units.indices.contains(unit),
            let x = reader.uint16(at: 8), let y = reader.uint16(at: 10)
        else { return }
        facts.metadata.density = PixelDensity(x: x, y: y, unit: units[unit])
    }

    /// Records EXIF or XMP data.
    ///
    /// Only the first of each is used, as in other readers.
    private mutating func noteApp1(_ contents: Range<Int>, of file: FileContents) throws(ImageError) {
        func hasPrefix(_ prefix: [UInt8]) -> Bool { file.starts(with: prefix, at: contents.lowerBound) }
        if hasPrefix(Self.exifPrefix) {
            guard !hasExif else { return }
            try facts.noteExif(contents.dropFirst(ExifData.segmentPrefix.count), of: file)
            hasExif = true
        } else if hasPrefix(XMPPacket.segmentPrefix) {
            let packet = contents.dropFirst(XMPPacket.segmentPrefix.count)
            self.packet = self.packet ?? packet
            if packetWithDirectory == nil && file.contains(Self.mapSemantic, in: packet) {
                packetWithDirectory = packet
            }
            guard facts.metadata.xmp == nil, facts.stripping == .none else { return }
            facts.metadata.xmp = try facts.budget.copy(packet, of: file)
        } else if hasPrefix(Self.extendedXMPPrefix) {
            // Phones store depth maps and unedited originals there.
            packetExtensions.append(contents.dropFirst(Self.extendedXMPPrefix.count))
        }
    }

    /// Notices about the other images of the file, of which one may be its gain map, and about what follows all images.
    ///
    /// - Parameters:
    ///   - kinds: those of the images that lie over the picture, one for each, with the gain map.
    ///   - hasGainMap: whether there is a gain map that is read.
    ///   - file: the file.
    ///   - end: the end of the image and of the gain map.
    /// - Returns: one sentence each.
    func notices(
        _ kinds: [AuxiliaryImage.Kind], hasGainMap: Bool, of file: FileContents, end: Int
    ) -> [String] {
        let lost = kinds.filter { $0 != .gainMap || !hasGainMap }
        let hasOthers = hasIndex && (lacksImages || additionalImages.count > kinds.count)
        let images = AuxiliaryImage.Kind.notice(ofLost: lost, andOthers: hasOthers).map { [$0] } ?? []
        // they may be anywhere in what follows
        if lacksImages { return images }
        let rest = file.notice(ofRestFrom: additionalImages.reduce(end) { max($0, $1.upperBound) })
        return images + (rest.map { [$0] } ?? [])
    }

    /// Whether there is an index of images, of which none but the first is in the file.
    var lacksImages: Bool { hasIndex && additionalImages.isEmpty }

    private mutating func noteIPTC() {
        facts.metadata.iptc = IPTCData.datasets(inResources: resources)
        if facts.metadata.iptc == nil && resources.count > Self.maxResourceCount {
            facts.notices.append("the Photoshop resources of the file are too long to be searched for IPTC data")
        }
        resources = []
    }

    private mutating func noteProfile(_ file: FileContents) throws(ImageError) {
        guard !profileParts.isEmpty else { return }
        try facts.budget.reserve(profileParts.byteCount)
        facts.profile = profileParts.profile(of: file)
        // one that is stripped is missed by nobody
        if facts.profile == nil && context.readsColors {
            facts.notices.append("the color profile is incomplete or invalid and is not copied")
        }
    }
}
