import VarBlur
import VarBlurCodecs

/// The examples of `docs/library.md` and of the DocC pages that work on files.
package enum FileExamples {
    package static func runJob(_ input: String, to output: String) throws -> BlurJob.Report {
        // example: run a job
        var job = BlurJob()
        job.blur.maximumRadius = .pixels(16)
        job.blur.direction = .bottom
        job.output.format = .jpeg
        job.output.jpegQuality = 85
        job.limits.pixels = 50_000_000
        job.existing = .replace
        let report = try job.run(from: .file(path: input), to: .file(path: output))
        // end
        return report
    }

    package static func blurStatusBar(_ input: String, to output: String) throws -> BlurJob.Report {
        // example: blur behind a status bar
        var job = BlurJob()
        job.blur.maximumRadius = .percent(3)
        job.blur.reach = .percent(33)
        job.blur.easing = .smoothstep
        job.blur.look = try BlurLook(tint: BlurLook.Tint(red: 0, green: 0, blue: 0, opacity: 0.25))
        let report = try job.run(from: .file(path: input), to: .file(path: output))
        // end
        return report
    }

    package static func jobFromTexts() throws -> BlurJob {
        // example: a job from options as texts
        let job = try BlurJob(options: ["preset": "caption", "resize": "640x", "jpeg-quality": "80"])
        // end
        return job
    }

    /// Blurs a photo by a mask of 64×64 samples, and paints over a part of it.
    package static func blurByMask(
        _ samples: [UInt8], _ input: String, to output: String
    ) throws -> BlurJob.Report {
        // example: blur by a mask in memory
        var job = BlurJob()
        job.blur.mask = try AlphaMask(width: 64, height: 64, samples: samples)
        job.blur.maximumRadius = .percent(4)
        job.fill = AreaFill([try BlurArea.Shape("inset(80% 0 0 60%)")], color: RGBColor(red: 0, green: 0, blue: 0))
        let report = try job.run(from: .file(path: input), to: .file(path: output))
        // end
        return report
    }

    /// The blurred uploads, or the errors of those that cannot be blurred.
    package static func blur(_ uploads: [[UInt8]]) async throws -> [Int: Result<[UInt8], ImageError>] {
        // example: blur uploads
        /// The blurred images, or what is wrong with them, by their positions.
        func blurred(_ uploads: [[UInt8]]) async throws -> [Int: Result<[UInt8], ImageError>] {
            var settings = BlurJob()
            settings.blur.maximumRadius = .percent(4)
            settings.limits.pixels = 24_000_000
            settings.limits.inputBytes = 20 << 20
            settings.limits.memory = 512 << 20
            settings.limits.time = .seconds(20)
            let job = settings
            return try await withThrowingTaskGroup(of: (Int, Result<[UInt8], ImageError>).self) { group in
                for (index, upload) in uploads.enumerated() {
                    group.addTask {
                        do {
                            return (index, .success(try await job.run(from: .bytes(upload)).bytes))
                        } catch let error as ImageError {
                            return (index, .failure(error))
                        }
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
        }
        // end
        return try await blurred(uploads)
    }

    package static func makeThumbnail(_ input: String, to output: String) throws -> BlurJob.Report {
        // example: make a thumbnail
        var job = BlurJob()
        job.resize = Resize(width: .pixels(320), height: .pixels(180), fit: .cover)
        job.blur.direction = .bottom
        job.blur.reach = .percent(40)
        job.output.format = .webP
        let report = try job.run(from: .file(path: input), to: .file(path: output))
        // end
        return report
    }

    package static func fillArea(_ input: String, to output: String) throws -> BlurJob.Report {
        // example: fill an area
        var job = BlurJob()
        job.blur.directions = []
        let plate = try BlurArea.Shape("xywh(120px 80px 200px 60px)")
        job.fill = AreaFill([plate], color: RGBColor(red: 0, green: 0, blue: 0))
        let report = try job.run(from: .file(path: input), to: .file(path: output))
        // end
        return report
    }

    package static func runInMemory(_ bytes: [UInt8]) throws -> [UInt8] {
        let job = BlurJob()
        // example: run a job in memory
        let output = try job.run(from: .bytes(bytes)).bytes
        // end
        return output
    }

    package static func runInTask(_ bytes: [UInt8]) async throws -> [UInt8] {
        let job = BlurJob()
        // example: run a job in a task
        let output = try await job.run(from: .bytes(bytes)).bytes
        // end
        return output
    }

    package static func runInPlace(_ path: String) throws -> BlurJob.Report {
        // example: blur a file in place
        var job = BlurJob()
        job.writesDigest = true
        job.existing = .skipSame
        let report = try job.run(from: .file(path: path), to: .input)
        // end
        return report
    }

    package static func makeTwoSizes(_ job: BlurJob) throws -> Int {
        // example: two sizes of a photo
        let outputs = [320.0, 640].map { width in
            BlurJob.Output(
                resize: Resize(width: .pixels(width), height: nil),
                target: .file(path: "photo-\(Int(width)).jpg"))
        }
        let results = try job.run(from: .file(path: "photo.jpg"), to: outputs)
        // end
        return results.count
    }

    package static func makeThumbnails(_ input: String, in directory: String) throws -> [Int] {
        // example: several outputs
        let job = BlurJob()
        let outputs = [320.0, 640].map { width in
            BlurJob.Output(
                resize: Resize(width: .pixels(width), height: nil),
                target: .file(path: "\(directory)/\(Int(width)).png"))
        }
        let results = try job.run(from: .file(path: input), to: outputs)
        let heights = results.map { (try? $0.get().height) ?? 0 }
        // end
        return heights
    }

    package static func checkJob(_ input: String, to output: String) throws -> Int {
        // example: check a job
        let job = BlurJob()
        let preflight = try job.preflight(from: .file(path: input), to: .file(path: output))
        print("\(preflight.width)×\(preflight.height) pixels, \(preflight.memory >> 20) MiB")
        // end
        return preflight.memory
    }

    package static func handleError(_ input: String, to output: String) -> String {
        // example: handle an image error
        do {
            _ = try BlurJob().run(from: .file(path: input), to: .file(path: output))
            return "done"
        } catch {
            switch error.code {
            case .unreadable: return "There is no file \(error.file)."
            case .damaged, .notAnImage: return "\(error.file) is not an intact image: \(error.cause)."
            case .overLimit where error.reason == .pixelLimit: return "\(error.file) is too large."
            default: return error.description
            }
        }
        // end
    }

    package static func decodeAndEncode(_ file: [UInt8], to output: String) throws {
        // example: decode, blur and encode an image
        var decoder = try ImageDecoder(file.span.bytes)
        var image = try decoder.readUprightImage()
        try ProgressiveBlur(maximumRadius: 12).blur(&image)

        let plan = try EncodingPlan(upright: decoder.header)
        try image.write(plan, to: .file(path: output), existing: .replace)
        // end
    }

    package static func write(_ picture: borrowing PixelBuffer, to output: String) throws -> [UInt8] {
        // example: write a picture
        try picture.write(to: .file(path: output), existing: .replace)

        var settings = OutputSettings()
        settings.format = .jpeg
        settings.jpegQuality = 85
        settings.background = RGBColor(red: 255, green: 255, blue: 255)
        let jpeg = try picture.encoded(settings)
        // end
        return jpeg
    }

    package static func streamRows(_ file: [UInt8]) throws -> [UInt8] {
        let blur = try ProgressiveBlur(maximumRadius: 12)
        // example: decode, blur and encode rows
        var decoder = try ImageDecoder(file.span.bytes)
        let (width, height, format) = (decoder.header.width, decoder.header.height, decoder.header.pixelFormat)
        let rows = try RowBlur(blur, width: width, height: height, format: format)
        let sink = MemorySink()
        let plan = EncodingPlan(width: width, height: height, pixelFormat: format, encoding: .png)
        var encoder = try ImageEncoder(plan, to: sink)

        var row = try PixelBuffer(width: width, height: 1, format: format)
        for _ in 0..<height {
            while rows.needsRow {
                var bytes = row.mutableBytes
                try decoder.readRow(into: &bytes)
                rows.append(row.bytes)
            }
            var bytes = row.mutableBytes
            rows.takeRow(into: &bytes)
            try encoder.writeRow(row.bytes)
        }
        try decoder.finish()
        try encoder.finish()
        // end
        return sink.bytes
    }
}
