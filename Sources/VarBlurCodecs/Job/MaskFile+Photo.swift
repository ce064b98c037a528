internal import VarBlur

extension MaskFile {
    /// Makes a mask of what a photo knows of itself, while `otherBytes` of memory are in use.
    ///
    /// - Parameters:
    ///   - plane: what to read.
    ///   - photo: the file.
    ///   - turn: how the upright photo is turned.
    ///   - isInverted: whether the mask is inverted.
    ///   - fills: what is painted of the photo; the mask does not depend on it, and does not blur it.
    ///   - otherBytes: the memory in use, in bytes.
    ///   - context: the limits.
    ///   - codecs: the codecs of the photo and of images in it.
    ///   - role: what the mask is used for.
    /// - Returns: the mask, without the version of a file.
    /// - Throws: an error without the name of the file; the code is `unsupported` if the photo does not know it.
    static func read(
        _ plane: PhotoPlane, of photo: FileContents, _ turn: ImageOrientation, isInverted: Bool,
        painting fills: [FillPlan], besides otherBytes: Int, _ context: JobContext, codecs: CodecRegistry,
        as role: MaskRole
    ) throws(ImageError) -> LoadedMask {
        var (masks, memory) = ([AlphaMask](), 0)
        for image in try images(of: plane, in: photo, context, codecs, role) {
            do throws(ImageError) {
                let file = try MaskFile(image, turn, fills, context, codecs, as: role)
                let held = masks.reduce(otherBytes) { $0 + $1.byteCount }
                let isDepth = image.kind == .depth
                let added = isDepth ? file.widenedByteCount : 0
                memory = max(memory, try file.checkMemory(besides: held + added) - otherBytes)
                guard isDepth else {
                    masks.append(try file.mask(isInverted).0)
                    continue
                }
                var scale = image.scale
                if scale == nil, let packet = file.packet {
                    scale = try AuxiliaryXMP([packet], deadline: context.deadline)?.appleScale
                }
                masks.append(try file.mask(plane, scale ?? .inverse, isInverted))
            } catch {
                throw Self.error(error, image.kind, role)
            }
        }
        if masks.count == 1 {
            return LoadedMask(mask: masks[0], notices: [], readingBytes: memory, version: nil)
        }
        let largest = masks.reduce(masks[0]) { $0.width * $0.height < $1.width * $1.height ? $1 : $0 }
        // the union, and a stretched mask
        let unionBytes = masks.reduce(4 * largest.width * largest.height) { $0 + $1.byteCount }
        try context.limits.check(memory: otherBytes + unionBytes)
        let mask = try ImageError.wrapping(Self.union(masks, largest, isInverted))
        return LoadedMask(mask: mask, notices: [], readingBytes: max(memory, unionBytes), version: nil)
    }

    /// The images that a plane of a photo is made of, at least one.
    ///
    /// - Throws: an error without the name of the file; the code is `unsupported` if there is none.
    @discardableResult
    static func images(
        of plane: PhotoPlane, in photo: FileContents, _ context: JobContext, _ codecs: CodecRegistry, _ role: MaskRole
    ) throws(ImageError) -> [AuxiliaryImage] {
        let images = plane.images(among: try codecs.codec(of: photo).auxiliaryImages(of: photo, context))
        guard images.isEmpty else { return images }
        let kinds = try codecs.makeReader(of: photo, context).header.auxiliaryImages.map(\.rawValue)
        let others = kinds.isEmpty ? "nothing" : kinds.list(separator: ", ")
        throw ImageError(
            .unsupported, "the photo has \(plane.need); beside its picture, the file has \(others)",
            remedy: "use a file as the \(role.rawValue)")
    }

    /// The error of an image in a photo.
    private static func error(_ error: ImageError, _ kind: AuxiliaryImage.Kind, _ role: MaskRole) -> ImageError {
        guard [.damaged, .unsupported, .notAnImage].contains(error.code) else { return error }
        return ImageError(
            error.code == .notAnImage ? .damaged : error.code,
            "the \(kind.rawValue) of the photo cannot be read: \(error.cause)",
            remedy: "use a file as the \(role.rawValue)")
    }

    /// The greatest samples of several masks, before inversion, at the size of the largest.
    private static func union(
        _ masks: [AlphaMask], _ largest: AlphaMask, _ isInverted: Bool
    ) throws(BlurError) -> AlphaMask {
        let (width, height) = (largest.width, largest.height)
        let union = try MaskSamples(.sixteen, count: width * height)
        let samples = unsafe union.values(as: UInt16.self)
        for mask in masks {
            let stretched = try mask.part(
                ofWidth: mask.width, height: mask.height,
                .stretched(width, height, from: (Double(mask.width), Double(mask.height))))
            unsafe stretched.withSampleBytes { bytes in
                let values = unsafe bytes.bindMemory(to: UInt16.self)
                for index in samples.indices { unsafe samples[index] = max(samples[index], values[index]) }
            }
        }
        return try AlphaMask(width: width, height: height, union, isInverted: isInverted)
    }
}
