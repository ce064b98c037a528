internal import VarBlurCommand
internal import VariableBlurCodecs

/// What the page works on: pictures, masks, and the settings with which it starts.
final class Session: Sendable {
    private let builder: JobBuilder
    private let request: PreviewRequest
    private let pictures: PictureStore
    private let masks: MaskStore
    private let latestRendering = LatestWork<Reply>()
    private let latestJob = LatestWork<Reply>()

    /// The limits for pictures and masks.
    var limits: ImageLimits { builder.limits }

    /// Creates a session.
    ///
    /// - Throws: an `ImageError` for a file that cannot be read, or a `CommandLineError`.
    init(_ request: PreviewRequest) throws {
        builder = try JobBuilder(request.settings)
        self.request = request
        pictures = try PictureStore(paths: request.images, limits: builder.limits)
        let maskPath = request.settings.first { $0.name == "mask" }?.value
        masks = try MaskStore(path: maskPath, limits: builder.limits)
    }

    /// The start of the page.
    var description: Reply {
        get async {
            let shown = Set(builder.options.map(\.name))
            return Reply(
                json: SessionDescription(
                    version: ToolVersion.text, options: builder.options,
                    settings: request.settings.filter { shown.contains($0.name) && $0.name != "mask" },
                    presets: request.presets, fixedArguments: builder.fixedArguments,
                    hasSettingsFile: request.settingsFile != nil, variables: request.variables,
                    maximumInput: limits.inputBytes, pictures: await pictures.list, mask: masks.first))
        }
    }

    /// Adds a picture that the user has chosen.
    func addPicture(_ bytes: [UInt8], name: String) async -> Reply {
        await answer { () throws(ImageError) in Reply(json: try await pictures.add(bytes, name: name)) }
    }

    /// Adds a mask that the user has chosen.
    func addMask(_ bytes: [UInt8], name: String) async -> Reply {
        await answer { () throws(ImageError) in Reply(json: try await masks.add(bytes, name: name)) }
    }

    /// Decodes a picture and describes it.
    func open(_ request: OpenRequest) async -> Reply {
        await answer { () throws(ImageError) in
            Reply(json: PictureDescription(try await pictures.picture(request.picture)))
        }
    }

    /// Renders a part of a picture; a later request replaces this one.
    func render(_ request: RenderRequest) async -> Reply {
        guard !request.isOriginal else { return await rendering(request) }
        return await latestRendering.perform { await self.rendering(request) } ?? .replaced
    }

    private func rendering(_ request: RenderRequest) async -> Reply {
        do {
            let picture = try await pictures.picture(request.job.picture)
            let job = try await job(request.job)
            let rendering = try await Rendering(picture, job, request).encoded()
            var fields: [(name: String, value: String)] = []
            if request.isExact, let problem = picture.problem(of: job) {
                fields.append(("X-Problem", PercentEncoding.text(problem)))
            }
            return Reply(rendering.bytes, type: rendering.type, fields: fields)
        } catch {
            return Self.problem(error)
        }
    }

    /// Performs a job as the command does, on the file of the picture.
    func perform(_ description: JobDescription) async -> Reply {
        let work = { @Sendable () async -> Reply in
            do {
                let picture = try await self.pictures.picture(description.picture)
                let output = try await self.job(description).run(from: picture.bytes)
                return Reply(output.bytes, type: "application/octet-stream")
            } catch {
                return Self.problem(error)
            }
        }
        return await latestJob.perform(work) ?? .replaced
    }

    private func job(_ description: JobDescription) async throws -> BlurJob {
        var job = try builder.job(description.options, hasMask: description.mask != nil)
        if let mask = description.mask { job.blur.mask = try await masks.mask(mask, isInverted: job.isMaskInverted) }
        return job
    }

    private func answer(_ reply: () async throws(ImageError) -> Reply) async -> Reply {
        do throws(ImageError) {
            return try await reply()
        } catch {
            return Self.problem(error)
        }
    }

    /// The message for an error of a picture or of settings.
    private static func problem(_ error: any Error) -> Reply {
        if let error = error as? CommandLineError { return .problem(error.sentence) }
        return .problem("\(error)")
    }
}
