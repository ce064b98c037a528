import VarBlur
import VarBlurCodecs

/// The examples of the README.
///
/// The tests compare each Swift block of the documents with a region between two marks.
package enum ReadmeExamples {
    /// Blurs 640×480 pixels of RGBA.
    package static func blur(_ bytes: inout [UInt8]) throws {
        // example: blur bytes
        // RGBA pixels in memory, blurred in place: radius 24 at the bottom edge, 0 in the upper 60%
        let blur = try ProgressiveBlur(maximumRadius: 24, direction: .bottom, startOffset: 0.6)
        let layout = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgba))
        try blur.blur(&bytes, layout: layout)
        // end
    }

    package static func blurFile(_ input: String, to output: String) throws {
        // example: blur a file
        // from file to file: a radius of 5% of the height
        var job = BlurJob()
        job.blur.maximumRadius = .percent(5)
        let report = try job.run(from: .file(path: input), to: .file(path: output))
        print(report.width, report.height, report.notices)
        // end
    }
}
