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
