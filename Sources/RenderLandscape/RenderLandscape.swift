import ArgumentParser
import Landscape
import VariableBlur
import VariableBlurCodecs

/// The command that renders the sample image of the README and the benchmarks.
@main
struct RenderLandscape: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render-landscape", abstract: "Render a landscape of any size as a PNG or JPEG file.")

    @Option(help: "The width in pixels.")
    var width = 960

    @Option(help: "The height in pixels.")
    var height = 640

    @Option(help: "The standard deviation of the grain, in 8-bit sample values.")
    var grain: Float = 4

    @Flag(help: "Adds a person who looks at the viewer.")
    var person = false

    @Option(help: "The JPEG quality, 1 to 100.")
    var jpegQuality = 90

    @Argument(help: "The output file (.png or .jpg). An existing file is replaced.")
    var output: String

    func validate() throws {
        guard width >= 1, height >= 1, grain >= 0, (1...100).contains(jpegQuality) else {
            throw ValidationError(
                "The width and height must be at least 1, the grain at least 0, and the JPEG quality 1 to 100.")
        }
    }

    func run() throws {
        let image = try Landscape(width: width, height: height, grain: grain, hasPerson: person).rendered()
        let fileExtension = output.split(separator: ".").last.map(String.init) ?? ""
        let format = ImageFormat(fileExtension: fileExtension)
        let encoding: ImageEncoding =
            if format == .png {
                .png
            } else if format == .jpeg {
                .jpeg(JPEGStyle(.yCbCr), quality: jpegQuality)
            } else {
                throw ValidationError("Name a .png or .jpg file.")
            }
        let plan = EncodingPlan(width: width, height: height, pixelFormat: image.format, encoding: encoding)
        try image.write(plan, to: .file(path: output), existing: .replace)
    }
}
