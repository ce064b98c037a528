import Landscape
import VarBlur
import VarBlurCodecs

/// The program that renders the sample images of the documentation and the benchmarks.
@main
struct RenderLandscape {
    private static let usage = """
        usage: RenderLandscape [--width <pixels>] [--height <pixels>] [--night] [--person | --matte] [--jpeg-quality <1 to 100>]
            <output>

        Renders a landscape as a .png or .jpg file, or a matte of the person in it; an existing file is replaced.

        """

    private var (width, height, quality, time, hasPerson) = (960, 640, 90, TimeOfDay.day, false)
    private var isMatte = false
    private var output: String?

    static func main() async throws {
        guard let program = RenderLandscape(CommandLine.arguments.dropFirst()), let output = program.output else {
            print(usage)
            throw ImageError(.invalidSettings, "the arguments are not valid")
        }
        try await program.render(output)
    }

    /// `nil` for arguments that are not valid.
    private init?(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--night": time = .night
            case "--person": hasPerson = true
            case "--matte": (hasPerson, isMatte) = (true, true)
            case "--width", "--height", "--jpeg-quality":
                guard let number = rest.popFirst().flatMap({ Int($0) }), number >= 1 else { return nil }
                switch argument {
                case "--width": width = number
                case "--height": height = number
                default: quality = number
                }
            default:
                guard output == nil, !argument.hasPrefix("-") else { return nil }
                output = argument
            }
        }
        guard quality <= 100 else { return nil }
    }

    private func render(_ output: String) async throws {
        let landscape = Landscape(width: width, height: height, time: time, hasPerson: hasPerson)
        let image = try isMatte ? landscape.renderedMatte() : await landscape.rendered()
        let format = output.split(separator: ".").last.flatMap { ImageFormat(fileExtension: String($0)) }
        let style = JPEGStyle(isMatte ? .gray : .yCbCr)
        let encoding: ImageEncoding = format == .jpeg ? .jpeg(style, quality: quality) : .png
        let plan = EncodingPlan(width: width, height: height, pixelFormat: image.format, encoding: encoding)
        try image.write(plan, to: .file(path: output), existing: .replace)
    }
}
