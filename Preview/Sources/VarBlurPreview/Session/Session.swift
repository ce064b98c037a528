internal import VarBlurCommand
internal import VarBlurCodecs

/// What the page works on: pictures, masks, and the settings with which it starts.
final class Session: Sendable {
    private let builder: JobBuilder
    private let request: PreviewRequest
    private let pictures: PictureStore
    private let masks: MaskStore
    private let latestRendering = LatestWork<Reply>()
    private let latestOutput = LatestWork<Reply>()
    private let latestJob = LatestWork<Reply>()

    /// The limits for pictures and masks.
    var limits: ImageLimits { builder.limits }

    /// Creates a session.
    ///
    /// - Throws: an `ImageError` for a file that cannot be read, or a `CommandLineError`.
    init(_ request: PreviewRequest) throws {
        builder = try JobBuilder(request.settings)
        self.request = request
        let images = ImageProcess.Settings(values: request.settings, limits: builder.limits)
        pictures = try PictureStore(paths: request.images, images: images)
        let path = { name in request.settings.first { $0.name == name }?.value }
        masks = try MaskStore(maskPath: path("mask"), mattePath: path("matte"), images: images)
    }

    /// The start of the page.
    var description: Reply {
        get async {
            await masks.readChangedFiles()
            let shown = Set(builder.options.map(\.name))
            return Reply(
                json: SessionDescription(
                    options: builder.options,
                    settings: request.settings.filter { shown.contains($0.name) && !Self.files.contains($0.name) },
                    presets: request.presets, fixedArguments: builder.fixedArguments,
                    hasSettingsFile: request.settingsFile != nil, variables: request.variables,
                    maximumInput: limits.inputBytes, pictures: await pictures.list, mask: masks.firstMask,
                    matte: masks.firstMatte))
        }
    }

    /// Adds a picture that the user has chosen, while the page shows another one.
    func addPicture(_ bytes: [UInt8], name: String, beside shown: String, allowsDamage: Bool) async -> Reply {
        await answer { () throws(ImageError) in
            Reply(json: try await pictures.add(bytes, name: name, beside: shown, allowsDamage: allowsDamage))
        }
    }

    /// The options whose files the page knows by identifiers.
    private static let files: Set = ["mask", "matte"]

    /// Adds a mask or a matte that the user has chosen.
    func addMask(_ bytes: [UInt8], name: String) async -> Reply {
        await answer { () throws(ImageError) in Reply(json: try await masks.add(bytes, name: name)) }
    }

    /// Decodes a picture and describes it.
    func open(_ request: OpenRequest) async -> Reply {
        await answer { () throws(ImageError) in
            if request.allowsDamage == true { await pictures.allowDamage(of: request.picture) }
            await pictures.closeIfChanged(request.picture)
            return Reply(json: try await pictures.picture(request.picture).description)
        }
    }

    /// Checks the options of a job, and whether they suit its picture if it has one.
    func check(_ description: JobDescription) async -> Reply {
        do throws(CommandLineError) {
            _ = try builder.job(
                description.options, hasMask: description.mask != nil, hasMatte: description.matte != nil)
        } catch {
            return .problem(error.sentence)
        }
        return await answer { () throws(ImageError) in
            guard !description.picture.isEmpty else { return Reply(json: [String: String]()) }
            let (reply, _) = try await answer(to: .check(description), about: description)
            guard case .checked(let problem) = reply else { throw ImageProcess.wrongAnswer }
            return problem.map { .problem($0) } ?? Reply(json: [String: String]())
        }
    }

    /// Renders a part of a picture; a later request of the same page replaces this one.
    func render(_ request: RenderRequest, _ page: String) async -> Reply {
        guard !request.isOriginal, request.isBeside != true else { return await rendering(request) }
        return await latestRendering.perform(for: page) { await self.rendering(request) } ?? .replaced
    }

    private func rendering(_ request: RenderRequest) async -> Reply {
        await answer { () throws(ImageError) in
            let (reply, file) = try await answer(to: .render(request), about: request.job)
            guard case .frame(let type, let width, let height, let problem) = reply else {
                throw ImageProcess.wrongAnswer
            }
            var fields = [("X-Picture-Size", "\(width)x\(height)")]
            if let problem { fields.append(("X-Problem", PercentEncoding.text(problem))) }
            return Reply(file, type: type.rawValue, fields: fields)
        }
    }

    /// Renders a part of the file that a job writes; a later request of the same page replaces this one.
    func renderOutput(_ request: RenderRequest, _ page: String) async -> Reply {
        let work = { @Sendable () async -> Reply in
            await self.answer { () throws(ImageError) in
                let (reply, file) = try await self.answer(to: .renderOutput(request), about: request.job)
                guard case .outputFrame(let type, let width, let height, let byteCount) = reply else {
                    throw ImageProcess.wrongAnswer
                }
                let fields = [("X-Picture-Size", "\(width)x\(height)"), ("X-File-Size", "\(byteCount)")]
                return Reply(file, type: type.rawValue, fields: fields)
            }
        }
        return await latestOutput.perform(for: page, work) ?? .replaced
    }

    /// Performs a job as the command does, on the file of the picture.
    ///
    /// The files of the command line must be those that the page shows: the command would read them as they are now.
    func perform(_ description: JobDescription, _ page: String) async -> Reply {
        let work = { @Sendable () async -> Reply in
            await self.answer { () throws(ImageError) in
                try await self.pictures.checkUnchanged(description.picture)
                for id in [description.mask, description.matte] { try await self.masks.checkUnchanged(id) }
                let (reply, file) = try await self.answer(to: .perform(description), about: description)
                guard case .output(let notices) = reply else { throw ImageProcess.wrongAnswer }
                return Reply(file, type: "application/octet-stream", fields: Reply.warningFields(notices))
            }
        }
        return await latestJob.perform(for: page, work) ?? .replaced
    }

    /// The answer of the process that works on the picture of a job.
    private func answer(
        to request: ImageRequest, about job: JobDescription
    ) async throws(ImageError) -> (reply: ImageReply, file: [UInt8]) {
        let picture = try await pictures.picture(job.picture)
        var (mask, matte): (ImageProcess.Mask?, ImageProcess.Mask?)
        if let id = job.mask { mask = try await masks.mask(id) }
        if let id = job.matte { matte = try await masks.mask(id) }
        return try await picture.process.answer(to: request, with: mask, behind: matte)
    }

    private func answer(_ reply: () async throws(ImageError) -> Reply) async -> Reply {
        do throws(ImageError) {
            return try await reply()
        } catch {
            return .problem("\(error)", isDamaged: error.reason == .damagedPixels)
        }
    }
}
