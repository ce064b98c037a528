internal import VarBlur

extension MaskFile {
    /// Makes a mask of what a photo knows of itself, while `otherBytes` of memory are in use.
    ///
    /// - Parameters:
    ///   - plane: what to read.
    ///   - photo: the file.
    ///   - turn: how the upright photo is turned.
    ///   - isInverted: whether the mask is inverted.
    ///   - otherBytes: the memory in use, in bytes.
    ///   - context: the limits.
    ///   - codecs: the codecs of the photo and of images in it.
    ///   - role: what the mask is used for.
    /// - Returns: the mask, without the version of a file.
    /// - Throws: an error without the name of the file; the code is `unsupported` if the photo does not know it.
    static func read(
        _ plane: PhotoPlane, of photo: FileContents, _ turn: ImageOrientation, isInverted: Bool,
        besides otherBytes: Int, _ context: JobContext, codecs: CodecRegistry, as role: MaskRole
    ) throws(ImageError) -> LoadedMask {
        let images = plane.images(among: try codecs.codec(of: photo).auxiliaryImages(of: photo, context))
        guard let first = images.first else { throw try absence(of: plane, in: photo, context, codecs, role) }
        var (masks, memory, scale) = ([AlphaMask](), 0, first.scale)
        for image in images {
            do throws(ImageError) {
                let file = try MaskFile(image, turn, context, codecs, as: role)
                let held = masks.reduce(otherBytes) { $0 + $1.byteCount }
                memory = max(memory, try file.checkMemory(besides: held) - otherBytes)
                masks.append(try file.mask(isInverted).0)
                if image.kind == .depth, scale == nil, let packet = file.packet {
                    scale = try AuxiliaryXMP([packet], deadline: context.deadline)?.appleScale
                }
            } catch {
                throw Self.error(error, image.kind, role)
            }
        }
        if masks.count == 1 && first.kind != .depth {
            return LoadedMask(mask: masks[0], notices: [], readingBytes: memory, version: nil)
        }
        let (samples, width, height) = try Self.union(masks)
        let values = try plane.values(samples, first.kind, scale ?? .inverse)
        let mask = try ImageError.wrapping { () throws(BlurError) in
            try AlphaMask(width: width, height: height, samples: values, isInverted: isInverted)
        }
        return LoadedMask(mask: mask, notices: [], readingBytes: memory, version: nil)
    }

    private static func absence(
        of plane: PhotoPlane, in photo: FileContents, _ context: JobContext, _ codecs: CodecRegistry, _ role: MaskRole
    ) throws(ImageError) -> ImageError {
        let kinds = try codecs.makeReader(of: photo, context).header.auxiliaryImages.map(\.rawValue)
        let others = kinds.isEmpty ? "nothing" : kinds.list(separator: ", ")
        return ImageError(
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
    private static func union(_ masks: [AlphaMask]) throws(ImageError) -> ([UInt16], width: Int, height: Int) {
        let largest = masks.reduce(masks[0]) { $0.width * $0.height < $1.width * $1.height ? $1 : $0 }
        var samples = [UInt16](repeating: 0, count: largest.width * largest.height)
        for mask in masks {
            let stretched = try ImageError.wrapping { () throws(BlurError) in
                try mask.part(
                    ofWidth: mask.width, height: mask.height,
                    .stretched(largest.width, largest.height, from: (Double(mask.width), Double(mask.height))))
            }
            stretched.withSampleBytes { bytes in
                let values = unsafe bytes.bindMemory(to: UInt16.self)
                for index in samples.indices { unsafe samples[index] = max(samples[index], values[index]) }
            }
        }
        return (samples, largest.width, largest.height)
    }
}
