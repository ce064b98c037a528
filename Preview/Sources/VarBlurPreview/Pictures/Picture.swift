internal import Synchronization
internal import VarBlur
internal import VarBlurCodecs

/// A picture in memory: its file, its pixels, and smaller copies of them.
final class Picture: Sendable {
    let bytes: [UInt8]
    let header: ImageHeader
    /// The upright picture.
    let image: PixelBuffer
    private let copies = Mutex<[ReducedPicture]>([])
    /// The latest pictures with a crop, a size, or filled areas: one for exact frames, and one for others.
    private let framed = Mutex<[(framing: Framing, picture: Picture)]>([])

    /// The latest masks that were made of what the photo knows of itself.
    private let photoMasks = Mutex<(wanted: PhotoMasks, masks: [MaskRole: AlphaMask])?>(nil)

    /// What decides the pixels before the blur.
    private struct Framing: Equatable {
        let turn: ImageOrientation
        let crop: Crop?
        let resize: Resize?
        let sharpening: Double
        let light: LightMode
        let background: RGBColor?
        let isConverted: Bool
        let addsAlpha: Bool
        let fill: AreaFill?
    }

    /// What decides the masks of the photo.
    private struct PhotoMasks: Equatable {
        let mask: MaskSource?
        let matte: MaskSource?
        let isMaskInverted: Bool
        let isMatteInverted: Bool
        let turn: ImageOrientation
        let crop: Crop?
        let resize: Resize?
        let fill: AreaFill?
    }

    /// The number of smaller copies that are kept: that of the whole view, one for details, and one for thumbnails.
    private static let maximumCopyCount = 4

    /// Decodes a file.
    ///
    /// - Throws: an error with cause and remedy.
    init(bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
        self.bytes = bytes
        var decoder = try unsafe ImageDecoder(bytes.span.bytes, limits: limits)
        image = try decoder.readUprightImage()
        header = decoder.header
    }

    /// A part of a picture, or the picture in another size.
    private init(_ image: consuming PixelBuffer, _ header: ImageHeader, of picture: Picture) {
        (bytes, self.header) = (picture.bytes, header)
        self.image = image
    }

    /// What is shown of a job, even of one that fails, such as one with an area outside of the image.
    ///
    /// - Parameters:
    ///   - job: the job.
    ///   - isExact: whether filled areas are painted as in the file, which takes longer.
    /// - Returns: the picture, its blur, and the areas that are not painted yet.
    /// - Throws: an error of the job if nothing can be shown.
    func shown(by job: BlurJob, isExact: Bool) throws -> ShownPicture {
        do {
            let view = try job.view(of: header)
            let picture = try framed(job, view, painting: isExact ? job.fill : nil)
            return ShownPicture(picture: picture, blur: view.blur, fill: isExact ? nil : job.fill)
        } catch {
            guard header.pixelFormat.channels != .cmyk else { throw error }
            let picture = try framed(job, nil, painting: nil)
            let blur = try job.blur.progressiveBlur(width: picture.image.width, height: picture.image.height)
            return ShownPicture(picture: picture, blur: blur, fill: job.fill)
        }
    }

    /// The picture that a job blurs: painted, turned, cropped, resized, sharpened, and in sRGB if the job converts its colors.
    ///
    /// - Parameters:
    ///   - job: the job, of which only the turn, the crop, the size, the sharpening, and what they depend on are used.
    ///   - view: how it is shown; `nil` if the job fails.
    ///   - fill: what is painted.
    /// - Returns: this picture if none of that changes it.
    /// - Throws: an error of the job.
    private func framed(
        _ job: BlurJob, _ view: BlurJob.View?, painting fill: AreaFill?
    ) throws(ImageError) -> Picture {
        let isConverted = view?.isConverted ?? false
        let isTurnedOrSized = job.turn != .up || job.crop != nil || job.resize != nil
        if !isTurnedOrSized, job.sharpening == 0, !isConverted, fill == nil { return self }
        let framing = Framing(
            turn: job.turn, crop: job.crop, resize: job.resize, sharpening: job.sharpening, light: job.blur.light,
            background: job.output.background, isConverted: isConverted,
            addsAlpha: job.blur.look.makesTransparent(with: job.blur.edges), fill: fill)
        let known = framed.withLock { framed in framed.first { $0.framing == framing } }
        if let known { return known.picture }
        var still = BlurJob()
        (still.turn, still.crop, still.resize, still.limits) = (job.turn, job.crop, job.resize, job.limits)
        (still.sharpening, still.fill) = (job.sharpening, fill)
        (still.blur.maximumRadius, still.blur.light) = (.pixels(0), job.blur.light)
        // bars are transparent where pixels of the blur can be
        if framing.addsAlpha { still.blur.edges = .transparent }
        (still.output.background, still.output.format) = (job.output.background, job.output.format)
        still.output.convertsToSRGB = job.output.convertsToSRGB
        let picture = Picture(try still.png(of: header).picture(of: .bytes(bytes)), view?.header ?? header, of: self)
        framed.withLock { framed in
            framed.keepLatest((framing, picture), 2) { ($0.framing.fill == nil) == (fill == nil) }
        }
        return picture
    }

    /// A job with what the photo knows of itself as masks, which are not decoded for each change of another setting.
    ///
    /// - Throws: an error of the masks.
    func loadingMasks(of job: BlurJob) throws(ImageError) -> BlurJob {
        let roles = job.photoRoles
        if roles.isEmpty { return job }
        let wanted = PhotoMasks(
            mask: job.maskSource, matte: job.matteSource, isMaskInverted: job.isMaskInverted,
            isMatteInverted: job.isMatteInverted, turn: job.turn, crop: job.crop, resize: job.resize, fill: job.fill)
        guard let known = photoMasks.withLock({ $0 }), known.wanted == wanted else {
            let loaded = try job.loadingPhotoMasks(of: .bytes(bytes))
            var masks: [MaskRole: AlphaMask] = [:]
            for role in roles { masks[role] = loaded.blur[role] }
            photoMasks.withLock { [masks] in $0 = (wanted, masks) }
            return loaded
        }
        var job = job
        for role in roles { (job[role], job.blur[role]) = (nil, known.masks[role]) }
        return job
    }

    /// The picture with one pixel for `ratio` × `ratio` pixels.
    ///
    /// - Throws: `BlurError` if there is no memory.
    func reduced(by ratio: Int, addingAlpha: Bool) throws -> ReducedPicture {
        func find(_ copies: [ReducedPicture]) -> ReducedPicture? {
            copies.first { $0.ratio == ratio && $0.hasAddedAlpha == addingAlpha }
        }
        if let known = copies.withLock({ find($0) }) { return known }
        let made = ReducedPicture(
            try image.reduced(by: ratio, addingAlpha: addingAlpha), ratio: ratio, hasAddedAlpha: addingAlpha)
        copies.withLock { copies in
            copies.removeAll { $0.ratio == ratio && $0.hasAddedAlpha == addingAlpha }
            copies = copies.suffix(Self.maximumCopyCount - 1) + [made]
        }
        return made
    }

    /// Why a job with this picture would fail, as far as it is known from the header; `nil` if it would not.
    func problem(of job: BlurJob) -> String? {
        do throws(ImageError) {
            _ = try job.preflight(from: .bytes(bytes))
            return nil
        } catch {
            return error.sentence
        }
    }
}

/// The picture that a job blurs, and what remains to be done with it.
struct ShownPicture: Sendable {
    let picture: Picture
    /// The blur of the whole picture; `nil` for the picture as it is.
    var blur: ProgressiveBlur?
    /// The areas that are not painted yet; `nil` for none.
    var fill: AreaFill?
}

/// A smaller copy of a picture.
final class ReducedPicture: Sendable {
    let image: PixelBuffer
    let ratio: Int
    let hasAddedAlpha: Bool

    init(_ image: consuming PixelBuffer, ratio: Int, hasAddedAlpha: Bool) {
        self.image = image
        (self.ratio, self.hasAddedAlpha) = (ratio, hasAddedAlpha)
    }
}
