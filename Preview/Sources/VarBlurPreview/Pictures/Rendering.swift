internal import VarBlur
internal import VarBlurCodecs

/// A part of a picture with its blur, at the resolution of the view.
struct Rendering: Sendable {
    private let shown: ShownPicture
    private let job: BlurJob
    private let request: RenderRequest
    private let ratio: Int

    /// The maximum number of pixels of the picture for each pixel shown, along an axis.
    private static let maximumRatio = 64

    /// Plans a rendering.
    init(_ shown: ShownPicture, _ job: BlurJob, _ request: RenderRequest) {
        (self.shown, self.job, self.request) = (shown, job, request)
        ratio = min(max(request.ratio, 1), Self.maximumRatio)
    }

    private var picture: Picture { shown.picture }

    /// Renders the part and encodes it for a browser.
    ///
    /// - Throws: errors of the settings, and `BlurError` if the task is cancelled.
    func encoded() async throws -> (bytes: [UInt8], type: ViewEncoding.FileType) {
        let pixels: Frame
        if let blur = shown.blur, !request.isOriginal {
            pixels = try await request.isExact ? exact(blur) : quick(blur)
        } else {
            pixels = try await original()
        }
        let picture = picture
        // frames that are soon replaced need not be exact
        let isTransient = !request.isExact && !request.isOriginal
        return try await System.onThread {
            try ViewEncoding(picture.header, isTransient: isTransient).encoded(pixels.image)
        }
    }

    /// Opaque pictures get an alpha channel if pixels become transparent.
    private var addsAlpha: Bool {
        job.blur.look.makesTransparent(with: job.blur.edges) && !picture.image.format.channels.hasAlpha
    }

    private func source(ratio: Int) async throws -> ReducedPicture {
        let (picture, addsAlpha) = (picture, addsAlpha)
        return try await System.onThread { try picture.reduced(by: ratio, addingAlpha: addsAlpha) }
    }

    /// The picture with the filled areas that remain.
    private func filledSource(ratio: Int) async throws -> ReducedPicture {
        let source = try await source(ratio: ratio)
        guard let fill = shown.fill else { return source }
        let (width, height) = (picture.image.width, picture.image.height)
        return try await System.onThread {
            var copy = try source.image.copy()
            try fill.paint(&copy, width: width, height: height)
            return ReducedPicture(copy, ratio: ratio, hasAddedAlpha: source.hasAddedAlpha)
        }
    }

    private func original() async throws -> Frame {
        let source = try await source(ratio: ratio)
        let region = region(in: source.image.layout.bounds)
        // a blur without a radius copies
        let still = try ProgressiveBlur(maximumRadius: 0)
        return try await System.onThread { Frame(try still.blurred(source.image, region: region)) }
    }

    /// Blurs the pixels of the view, as if they were samples of the picture.
    private func quick(_ blur: ProgressiveBlur) async throws -> Frame {
        let source = try await filledSource(ratio: ratio)
        let region = region(in: source.image.layout.bounds)
        let (width, height) = (picture.image.width, picture.image.height)
        let sampling = try PlaneSampling(
            imageWidth: width, imageHeight: height, horizontalRatio: Double(ratio), verticalRatio: Double(ratio))
        let execution = job.blur.execution
        return try await System.onThread {
            Frame(try blur.blurred(source.image, region: region, sampling: sampling, execution: execution))
        }
    }

    /// Blurs all pixels of the picture that belong to the view, and reduces the result.
    private func exact(_ blur: ProgressiveBlur) async throws -> Frame {
        let full = try await filledSource(ratio: 1)
        let ratio = ratio
        let bounds = PixelRegion(
            x: 0, y: 0, width: (full.image.width + ratio - 1) / ratio, height: (full.image.height + ratio - 1) / ratio)
        let part = region(in: bounds)
        let (x, y) = (part.x * ratio, part.y * ratio)
        let region = PixelRegion(
            x: x, y: y, width: min(part.width * ratio, full.image.width - x),
            height: min(part.height * ratio, full.image.height - y))
        let frame = try await blurred(full, blur, region)
        guard ratio > 1 else { return frame }
        return try await System.onThread { Frame(try frame.image.reduced(by: ratio)) }
    }

    /// Blurs a part of a picture; ends early if the task is cancelled.
    private func blurred(
        _ source: ReducedPicture, _ blur: ProgressiveBlur, _ region: PixelRegion
    ) async throws -> Frame {
        var copy = try source.image.copy()
        try await blur.blur(&copy, region: region, execution: job.blur.execution)
        guard region != copy.layout.bounds else { return Frame(copy) }
        return Frame(try ProgressiveBlur(maximumRadius: 0).blurred(copy, region: region))
    }

    /// The part that is shown, in pixels of the view.
    private func region(in bounds: PixelRegion) -> PixelRegion {
        guard let numbers = request.region, numbers.count == 4 else { return bounds }
        let x = min(max(numbers[0], 0), bounds.width - 1)
        let y = min(max(numbers[1], 0), bounds.height - 1)
        return PixelRegion(
            x: x, y: y, width: min(max(numbers[2], 1), bounds.width - x),
            height: min(max(numbers[3], 1), bounds.height - y))
    }
}

/// Pixels that are passed between threads.
private final class Frame: Sendable {
    let image: PixelBuffer

    init(_ image: consuming PixelBuffer) { self.image = image }
}
