import VariableBlur
import VariableBlurCodecs

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
        let report = try job.run(from: .file(path: input), to: .file(path: output, replacing: true))
        // end
        return report
    }

    package static func checkJob(_ input: String, to output: String) throws -> Int {
        // example: check a job
        let job = BlurJob()
        let preflight = try job.preflight(from: .file(path: input), to: .file(path: output, replacing: false))
        print("\(preflight.width)×\(preflight.height) pixels, \(preflight.memory >> 20) MiB")
        // end
        return preflight.memory
    }

    package static func handleError(_ input: String, to output: String) -> String {
        // example: handle an image error
        do {
            _ = try BlurJob().run(from: .file(path: input), to: .file(path: output, replacing: false))
            return "done"
        } catch {
            switch error.code {
            case .unreadable: return "There is no file \(error.file)."
            case .damaged, .notAnImage: return "\(error.file) is not an intact image: \(error.cause)."
            default: return error.description
            }
        }
        // end
    }

    package static func decodeAndEncode(_ file: [UInt8], to output: String) throws {
        // example: decode, blur and encode an image
        var decoder = try ImageDecoder(file.span.bytes)
        var image = try decoder.readImage()
        try ProgressiveBlur(maximumRadius: 12).blur(&image)

        let plan = EncodingPlan(
            width: image.width, height: image.height, pixelFormat: image.format, encoding: .png)
        try image.write(plan, to: .file(path: output, replacing: true))
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
