/// What a JPEG file says of itself before its pixels begin.
struct JPEGStructure {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var componentCount = 0
    private(set) var isProgressive = false
    private(set) var orientation = ImageOrientation.up
    private(set) var profile: ICCProfile?
    private(set) var notices: [String] = []

    private(set) var metadata = ImageMetadata()
    private var profileParts: [ProfilePart] = []
    private var resources: [UInt8] = []
    private var hasFurtherPictures = false
    private var hasExtendedXMP = false

    private struct ProfilePart {
        let number: Int
        let count: Int
        let bytes: Range<Int>
    }

    /// A segment of the file: its marker's second byte, and what follows its length.
    private struct Segment {
        let marker: UInt8
        let contents: Range<Int>
    }

    init(_ file: borrowing FileContents, limits: ImageLimits) throws(ImageError) {
        var place = 2
        var segmentCount = 0
        while true {
            let segment = try Self.segment(of: file, from: place)
            if segment.marker == 0xDA { break }
            segmentCount += 1
            guard segmentCount <= limits.segments else {
                throw ImageError(
                    .overLimit, "more than \(limits.segments) segments before the pixels",
                    remedy: "it is hardly a picture; name another file")
            }
            try note(segment, of: file)
            place = segment.contents.upperBound
        }
        guard componentCount > 0 else { throw Self.damaged("it has no frame header") }
        assembleProfile(file)
        takeIPTC()
        if hasFurtherPictures { notices.append("the file holds further pictures, which are left out") }
        if hasExtendedXMP { notices.append("the file holds extended XMP data, which is left out") }
    }

    private static let convert = "convert it to an ordinary JPEG or PNG first"

    private static func damaged(_ what: String) -> ImageError {
        ImageError(.damaged, "the JPEG file is damaged: \(what)", remedy: "fetch or export it again")
    }

    /// The next segment; bytes that belong to none are passed over, as every decoder does.
    private static func segment(of file: borrowing FileContents, from start: Int) throws(ImageError)
        -> Segment
    {
        var place = start
        while place + 1 < file.count {
            let marker = file[place + 1]
            // 00 and FF are no markers, 01 and D0 to D8 have no contents
            let hasContents = marker > 0x01 && marker < 0xFF && !(0xD0...0xD8).contains(marker)
            if file[place] == 0xFF && hasContents {
                guard marker != 0xD9 else { throw damaged("it ends before its pixels") }
                guard place + 3 < file.count else { break }
                let length = file.uint16(at: place + 2)
                guard length >= 2 else { throw damaged("a segment's length is \(length)") }
                guard length <= file.count - place - 2 else { break }
                return Segment(marker: marker, contents: place + 4..<place + 2 + length)
            }
            place += 1
        }
        throw damaged("it ends in the middle of its header")
    }

    private mutating func note(_ segment: Segment, of file: borrowing FileContents) throws(ImageError) {
        switch segment.marker {
        case 0xC4, 0xC8, 0xCC: break
        case 0xC0...0xCF: try noteFrame(segment, of: file)
        case 0xE0 where file.starts(with: Array("JFIF\0".utf8), at: segment.contents.lowerBound):
            noteDensity(segment, of: file)
        case 0xE1 where file.starts(with: Array("Exif\0".utf8), at: segment.contents.lowerBound):
            // the first one counts, as for other readers
            guard metadata.exif == nil else { break }
            let tiff = segment.contents.dropFirst(JPEGSegment.exifPrefix.count)
            let data = file.bytes(tiff.startIndex..<tiff.endIndex)
            orientation = ImageOrientation(exif: data)
            metadata.exif = data
        case 0xE1 where file.starts(with: JPEGSegment.xmpPrefix, at: segment.contents.lowerBound):
            guard metadata.xmp == nil else { break }
            metadata.xmp = file.bytes(segment.contents.dropFirst(JPEGSegment.xmpPrefix.count))
        // where depth maps and the picture without its effects are kept
        case 0xE1 where file.starts(with: Self.extendedXMP, at: segment.contents.lowerBound):
            hasExtendedXMP = true
        case 0xED where file.starts(with: IPTCData.segmentPrefix, at: segment.contents.lowerBound):
            // resources may go on in the next segment, but not without end
            if resources.count <= Self.mostResources {
                resources += file.bytes(segment.contents.dropFirst(IPTCData.segmentPrefix.count))
            }
        case 0xE2 where file.starts(with: Array("MPF\0".utf8), at: segment.contents.lowerBound):
            hasFurtherPictures = true
        case 0xFE where file.starts(with: JobDigest.jpegPrefix, at: segment.contents.lowerBound):
            metadata.digest = JobDigest.text(
                in: file.bytes(segment.contents).dropFirst(JobDigest.jpegPrefix.count))
        case 0xFE: metadata.comments.append(file.bytes(segment.contents))
        case 0xE2 where file.starts(with: Array("ICC_PROFILE\0".utf8), at: segment.contents.lowerBound):
            let start = segment.contents.lowerBound + 12
            guard start + 2 <= segment.contents.upperBound else { break }
            profileParts.append(
                ProfilePart(
                    number: Int(file[start]), count: Int(file[start + 1]),
                    bytes: start + 2..<segment.contents.upperBound))
        default: break
        }
    }

    private mutating func noteDensity(_ segment: Segment, of file: borrowing FileContents) {
        let start = segment.contents.lowerBound
        guard metadata.density == nil, segment.contents.count >= 12 else { return }
        let units: [PixelDensity.Unit] = [.none, .inch, .centimeter]
        guard units.indices.contains(Int(file[start + 7])) else { return }
        metadata.density = PixelDensity(
            x: file.uint16(at: start + 8), y: file.uint16(at: start + 10), unit: units[Int(file[start + 7])])
    }

    private mutating func noteFrame(_ segment: Segment, of file: borrowing FileContents) throws(ImageError) {
        guard segment.contents.count >= 6 else { throw Self.damaged("its frame header is too short") }
        let start = segment.contents.lowerBound
        try Self.checkKind(marker: segment.marker, precision: Int(file[start]))
        height = file.uint16(at: start + 1)
        width = file.uint16(at: start + 3)
        componentCount = Int(file[start + 5])
        isProgressive = segment.marker == 0xC2 || segment.marker == 0xCA
        guard [1, 3, 4].contains(componentCount) else {
            throw ImageError(
                .unsupported, "a JPEG file of \(componentCount) components; only 1, 3 and 4 are read",
                remedy: Self.convert)
        }
    }

    private static func checkKind(marker: UInt8, precision: Int) throws(ImageError) {
        switch marker {
        case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA: break
        case 0xC3, 0xCB: throw ImageError(.unsupported, "a lossless JPEG file, which is not read", remedy: Self.convert)
        default:
            throw ImageError(
                .unsupported, "a hierarchical or differential JPEG file, which is not read", remedy: Self.convert)
        }
        guard precision == 8 else {
            throw ImageError(.unsupported, "a JPEG file of \(precision) bits; only 8 are read", remedy: Self.convert)
        }
    }

    private static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    private static let mostResources = 1 << 20

    private mutating func takeIPTC() {
        metadata.iptc = IPTCData.datasets(inResources: resources)
        if metadata.iptc == nil && resources.count > Self.mostResources {
            notices.append("the file holds too much of image editors to be looked through for IPTC data")
        }
        resources = []
    }

    /// Joins the parts of the profile, in whatever order they came; a profile with a part missing or twice is none.
    private mutating func assembleProfile(_ file: borrowing FileContents) {
        guard !profileParts.isEmpty else { return }
        let parts = profileParts.sorted { $0.number < $1.number }
        let isComplete =
            parts.map(\.number).elementsEqual(1...parts.count) && parts.allSatisfy { $0.count == parts.count }
        guard isComplete else {
            notices.append("the color profile is incomplete and is left out")
            return
        }
        var bytes: [UInt8] = []
        for part in parts { bytes += file.bytes(part.bytes) }
        profile = ICCProfile(bytes: bytes)
    }
}
