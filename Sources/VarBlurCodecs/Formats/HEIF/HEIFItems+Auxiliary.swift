extension HEIFItems {
    /// The images that lie over the image of the file, in the order of the file, without its alpha channel.
    var auxiliaryImages: [AuxiliaryImage] {
        guard let image, hasAuxiliaryTypes else { return [] }
        let items = references("auxl").filter { $0.to.contains(image) && $0.from != Self.picture }.map(\.from)
        return items.prefix(Self.maximumAuxiliaryCount).compactMap { item in
            guard let name = auxiliaryType(of: item), let kind = AuxiliaryImage.Kind(type: name) else { return nil }
            return overlay(item, kind, of: image)
        }
    }

    /// Another rendition that is derived from the image of the file and a gain map (ISO 21496-1); `nil` if there is none.
    var toneMapping: (item: Int, map: AuxiliaryImage)? {
        guard let image, case let derived = Set(items(ofType: "tmap")), !derived.isEmpty else { return nil }
        let parts = references("dimg").first {
            $0.to.count == 2 && $0.to[0] == image && ![image, Self.picture].contains($0.to[1])
                && derived.contains($0.from)
        }
        return parts.map { ($0.from, overlay($0.to[1], .gainMap, of: image)) }
    }

    /// How an item is turned; 0 stands for the picture.
    func orientation(of item: Int) -> ImageOrientation {
        transformation(of: item == Self.picture ? image ?? item : item).orientation
    }

    /// An item that lies over an image.
    private func overlay(_ item: Int, _ kind: AuxiliaryImage.Kind, of image: Int) -> AuxiliaryImage {
        let (picture, own) = (transformation(of: image), transformation(of: item))
        // writers transform either all images or only the picture, but may store another image as the turned picture is shown
        let isTurned = own.isNone && !(picture.size.isQuarterTurn(of: own.size) && picture.orientation.swapsAxes)
        return AuxiliaryImage(
            kind: own.isPlaced(as: picture) ? kind : .other, contents: file, item: item,
            orientation: isTurned ? picture.orientation : .up)
    }

    /// The number that stands for the picture where an item is asked for, and which no item may have.
    private static let picture = 0
    /// More auxiliary images than any photo has.
    private static let maximumAuxiliaryCount = 64

    private func transformation(of item: Int) -> HEIFTransformation {
        let own = properties(of: item)
        // as libheif, which also writes files with two of them
        let size = own.last { $0.type == "ispe" }.map { size in
            (width: number(at: size.contents, 1), height: number(at: size.contents, 2))
        }
        var result = HEIFTransformation(
            size: HEIFTransformation.Size(width: size?.width ?? 0, height: size?.height ?? 0))
        for property in own where ["irot", "imir", "clap"].contains(property.type) {
            let value = property.contents.first.map { file[$0] } ?? 0
            switch property.type {
            // counterclockwise, in quarters
            case "irot": result.turn([.up, .left, .down, .right][Int(value & 3)])
            case "imir": result.turn(value & 1 == 0 ? .downMirrored : .upMirrored)
            default: result.crop((0..<8).map { number(at: property.contents, $0) })
            }
        }
        return result
    }

    /// A signed number of four bytes in a property.
    private func number(at contents: Range<Int>, _ index: Int) -> Double {
        Double(ByteReader(file).int32(at: contents.lowerBound + 4 * index) ?? 0)
    }
}

/// How an image is turned and cropped (ISO 23008-12, 6.5.10, 6.5.12, and 6.5.9): one after the other, in the order of the properties.
private struct HEIFTransformation {
    /// A size in pixels; 0 if it is not known.
    struct Size {
        var width: Double
        var height: Double

        /// Whether a size has the proportions of this one after a quarter turn, but not as it is.
        func isQuarterTurn(of other: Size) -> Bool {
            other.hasProportions(width: height, height: width) && !other.hasProportions(width: width, height: height)
        }

        /// Whether the sides have a ratio, except for the rounding to pixels.
        func hasProportions(width: Double, height: Double) -> Bool {
            guard width > 0, height > 0, self.width > 0, self.height > 0 else { return false }
            let other = self.height * width / height
            return abs(self.width - other) <= max(1, 0.02 * self.width)
        }
    }

    /// The size before all changes.
    let size: Size
    private(set) var orientation = ImageOrientation.up
    /// Whether there are no changes.
    private(set) var isNone = true
    /// The crop, in parts of the sides of the image that is cropped; `nil` for none.
    private var part: (left: Double, top: Double, width: Double, height: Double)?
    /// The orientation before the crop.
    private var orientationOfPart = ImageOrientation.up
    /// Whether the crop is unknown: there are several, or numbers are missing.
    private var isUnknown = false

    init(size: Size) { self.size = size }

    mutating func turn(_ turn: ImageOrientation) {
        isNone = false
        orientation = orientation.followed(by: turn)
    }

    /// Crops to a width, a height, and the distances of its center from that of the image: numerators and denominators.
    mutating func crop(_ numbers: [Double]) {
        isNone = false
        let (width, height) = orientation.turned(width: size.width, height: size.height)
        let sides = stride(from: 0, to: 8, by: 2).map { numbers[$0] / numbers[$0 + 1] }
        guard part == nil, width > 0, height > 0, sides.allSatisfy(\.isFinite) else {
            isUnknown = true
            return
        }
        // nothing is cropped
        if sides == [width, height, 0, 0] { return }
        part = (
            ((width - sides[0]) / 2 + sides[2]) / width, ((height - sides[1]) / 2 + sides[3]) / height,
            sides[0] / width, sides[1] / height
        )
        orientationOfPart = orientation
    }

    /// Whether the image lies over a picture: it is cropped like it, or its crop leaves out only what fills its blocks.
    func isPlaced(as picture: HEIFTransformation) -> Bool {
        guard !isUnknown, !picture.isUnknown else { return false }
        guard let part else { return picture.part == nil }
        let (width, height) = (max(size.width, 1), max(size.height, 1))
        guard let other = picture.part else {
            let (shown, whole) = (Size(width: part.width * width, height: part.height * height), picture.size)
            return orientationOfPart == .up && shown.hasProportions(width: whole.width, height: whole.height)
                && part.left <= 1 / width && part.top <= 1 / height
        }
        let tolerance = 1.5 / min(width, height, max(picture.size.width, 1), max(picture.size.height, 1))
        return orientationOfPart == picture.orientationOfPart
            && [
                part.left - other.left, part.top - other.top, part.width - other.width, part.height - other.height,
            ].allSatisfy { abs($0) <= tolerance }
    }
}
