import ArgumentParser
import Landscape
import VariableBlur
import VariableBlurCodecs

/// Renders the landscape that the README shows and the benchmarks blur.
@main
struct RenderLandscape: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render-landscape", abstract: "Render a landscape of any size as a PNG or JPEG file.")

    @Option(help: "Pixels in a row.")
    var width = 960

    @Option(help: "Rows.")
    var height = 640

    @Option(help: "The grain's standard deviation, in codes of 8 bits.")
    var grain: Float = 4

    @Option(help: "The quality of a JPEG file, 1 to 100.")
    var jpegQuality = 90

    @Argument(help: "The file to write (.png or .jpg), replaced if it exists.")
    var output: String

    func validate() throws {
        guard width >= 1, height >= 1, grain >= 0, (1...100).contains(jpegQuality) else {
            throw ValidationError("Width and height start at 1, grain at 0, and quality goes from 1 to 100.")
        }
    }

    func run() throws {
        let image = try Landscape(width: width, height: height, grain: grain).rendered()
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
        try image.write(plan, to: .file(path: output, replacing: true))
    }
}
