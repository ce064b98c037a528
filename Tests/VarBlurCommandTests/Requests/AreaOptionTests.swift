import Foundation
import VarBlurJSON
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Options of areas")
struct AreaOptionTests {
    private let sandbox: CommandSandbox

    init() throws { sandbox = try CommandSandbox() }

    private static let plate = "xywh(4px 5px 10px 6px round 2px)"
    private static let face = "circle(5px at 22px 12px)"

    private func pixels(_ arguments: String..., input: String = "") throws -> [Int] {
        try sandbox.pixels(arguments, input: Array(input.utf8))
    }

    /// The sandbox's image with some fields.
    private func fieldPixels(_ text: String) throws -> [Int] {
        let image = try PixelBuffer.decoded(sandbox.image)
        return try ProgressiveBlur(field: .maximum(BlurField.list(text))).blurred(image).sampleValues()
    }

    @Test("Areas are blurred, and nothing else is; from every source of settings")
    func sources() throws {
        let both = try fieldPixels(
            "area-blur(\(Self.plate), 6px, feather 3px) area-blur(\(Self.face), 6px, feather 3px)")
        let list = "\(Self.plate) \(Self.face)"
        let radius = ["--max-radius", "6", "--feather", "3px"]
        #expect(
            try pixels("--area", Self.plate, "--area=\(Self.face)", radius[0], radius[1], radius[2], radius[3]) == both)
        #expect(try pixels("--area", list, "--area-radius", "6px", "--feather", "3") == both)
        #expect(try pixels("--area", list, "--area-radius", "25%", "--feather", "12.5%") == both)
        #expect(
            try pixels(
                "--ramp", "area-blur(\(Self.plate), 6px, feather 3px) area-blur(\(Self.face), 6px, feather 3px)")
                == both)
        #expect(
            try sandbox.pixels(
                [], environment: ["VARBLUR_AREA": list, "VARBLUR_AREA_RADIUS": "6", "VARBLUR_FEATHER": "3"]) == both)
        try sandbox.write(
            Array("area = \(Self.plate)\narea = \(Self.face)\narea-radius = 6\nfeather = 3\n".utf8), "s.conf")
        #expect(try pixels("--settings", "s.conf") == both)
        try sandbox.write(
            Array("preset.faces = area = \(list); area-radius = 25%; feather = 3px\n".utf8), "p.conf")
        #expect(try pixels("--settings", "p.conf", "--preset", "faces") == both)
        #expect(try sandbox.run("--settings", "s.conf", "--print-settings").text.contains("area = \(list)\n"))
    }

    @Test("A line of a batch has a list of areas, and its result names them")
    func batch() throws {
        let both = try fieldPixels("area-blur(\(Self.plate), 6px) area-blur(\(Self.face), 6px)")
        let options = #"{"area":["\#(Self.plate)","\#(Self.face)"],"max-radius":6}"#
        let results = try sandbox.batch([
            CommandSandbox.job("in.png", "line.png", options: options),
            CommandSandbox.job("in.png", "b.png", options: #"{"areas-from":"x"}"#),
            CommandSandbox.job("in.png", "c.png", options: #"{"area":"square(3px)"}"#),
            CommandSandbox.job("in.png", "d.png", options: #"{"feather":3}"#),
            CommandSandbox.job("in.png", "e.png", options: #"{"ramp":[]}"#),
        ]).results
        #expect(results[0]["status"] == .string("ok"))
        #expect(try PixelBuffer.decoded(sandbox.read("line.png")).sampleValues() == both)
        #expect(results[0]["settings"]?["area"] == .string("\(Self.plate) \(Self.face)"))
        #expect(results[0]["settings"]?["direction"] == nil && results[0]["settings"]?["start-offset"] == nil)
        #expect(results.dropFirst().allSatisfy { $0["status"] == .string("error") })
        #expect(results[1]["error"]?.text.contains("set 'area', a shape or a list of shapes") == true)
        #expect(results[2]["error"]?.text.contains("at character 1: a shape is xywh(") == true)
        #expect(results[3]["error"]?.text.contains("'feather' requires 'area'") == true)
        #expect(results[4]["error"]?.text.contains("the list of 'ramp' is empty") == true)
    }

    @Test("An empty list of areas in a line of a batch blurs nothing, and paints nothing")
    func emptyLists() throws {
        let results = try sandbox.batch([
            CommandSandbox.job("in.png", "a.png", options: #"{"area":[],"feather":3}"#),
            CommandSandbox.job("in.png", "b.png", options: #"{"area":[],"area-fill":"red"}"#),
            CommandSandbox.job("in.png", "c.png", options: #"{"area":[],"direction":"left","max-radius":4}"#),
        ]).results
        #expect(results.allSatisfy { $0["status"] == .string("ok") })
        let image = try PixelBuffer.decoded(sandbox.image).sampleValues()
        for name in ["a.png", "b.png"] {
            #expect(try PixelBuffer.decoded(sandbox.read(name)).sampleValues() == image)
        }
        #expect(
            try PixelBuffer.decoded(sandbox.read("c.png")).sampleValues()
                == pixels("--direction", "left", "--max-radius", "4"))
        #expect(results[0]["hints"]?.text.contains("so nothing is blurred") == true)
        #expect(results[1]["warnings"]?.text.contains("so nothing is painted") == true)
    }

    @Test("All but the areas is blurred or painted, also if there are none")
    func inverted() throws {
        let outside = try fieldPixels("area-blur(outside \(Self.plate) \(Self.face), 6px, feather 3px)")
        let list = ["--area", "\(Self.plate) \(Self.face)"]
        let given = list + ["--area-invert", "--max-radius", "6", "--feather", "3"]
        #expect(try sandbox.blur(given).status == 0)
        #expect(try PixelBuffer.decoded(sandbox.read("out.png")).sampleValues() == outside)
        #expect(
            try pixels("--ramp", "area-blur(outside \(Self.plate) \(Self.face), 6px, feather 3px)") == outside)
        let digest = try #require(ImageHeader.of(sandbox.read("out.png")).metadata.digest)
        #expect(try sandbox.blur(given.filter { $0 != "--area-invert" }).status == 0)
        #expect(try ImageHeader.of(sandbox.read("out.png")).metadata.digest != digest)
        let results = try sandbox.batch([
            CommandSandbox.job(
                "in.png", "a.png",
                options: #"{"area":["\#(Self.plate)","\#(Self.face)"],"area-invert":true,"max-radius":6,"feather":3}"#),
            CommandSandbox.job("in.png", "b.png", options: #"{"area":[],"area-invert":true,"max-radius":4}"#),
            CommandSandbox.job("in.png", "c.png", options: ##"{"area":[],"area-invert":true,"area-fill":"#fff"}"##),
            CommandSandbox.job("in.png", "d.png", options: #"{"area-invert":true}"#),
        ]).results
        #expect(try PixelBuffer.decoded(sandbox.read("a.png")).sampleValues() == outside)
        #expect(
            try PixelBuffer.decoded(sandbox.read("b.png")).sampleValues() == fieldPixels("area-blur(outside, 4px)"))
        #expect(results[1]["hints"]?.text.contains("so the whole image is blurred") == true)
        #expect(try PixelBuffer.decoded(sandbox.read("c.png")).sampleValues().allSatisfy { $0 == 255 })
        #expect(results[2]["warnings"]?.text.contains("so the whole image is painted") == true)
        #expect(results[3]["error"]?.text.contains("'area-invert' requires 'area'") == true)
    }

    @Test("Areas and ramps are combined by the maximum")
    func ramps() throws {
        let area = "area-blur(\(Self.face), 7px)"
        let combined = try fieldPixels("linear-blur(4px, 0px 50%) \(area)")
        #expect(
            try pixels(
                "--area", Self.face, "--area-radius", "7", "--direction", "top", "--max-radius", "4", "--start-offset",
                "0.5") == combined)
        #expect(
            try pixels("--area", Self.face, "--area-radius", "7", "--max-radius", "4", "--start-offset", "0.5")
                == combined)
        #expect(
            try pixels("--area", Self.face, "--area-radius", "7", "--ramp", "linear-blur(4px, 0px 50%)") == combined)
        #expect(
            try pixels("--ramp", "linear-blur(0px, 6px)", "--area", Self.face)
                == fieldPixels("linear-blur(0px, 6px) area-blur(\(Self.face), 20px)"))
        let mask = try PixelBuffer.make(Size(32, 24), PixelFormat(.gray)) { x, _, _ in x < 8 ? 255 : 0 }
        try sandbox.write(mask.encoded(.png), "mask.png")
        let masked = try pixels("--mask", "mask.png", "--max-radius", "5", "--area", Self.face, "--area-radius", "7")
        #expect(try masked != pixels("--mask", "mask.png", "--max-radius", "5"))
        #expect(try masked != pixels("--max-radius", "5", "--area", Self.face, "--area-radius", "7"))
    }

    @Test("A list of areas is read from a file or from standard input, as lines or as JSON")
    func lists() throws {
        let both = try fieldPixels("area-blur(\(Self.plate), 6px) area-blur(\(Self.face), 6px)")
        for list in [
            "# faces\n\n\(Self.plate)\r\n  \(Self.face)\n", "\(Self.plate) \(Self.face)",
            "\u{FEFF}\(Self.plate) \(Self.face)", "\u{FEFF}[\"\(Self.plate) \(Self.face)\"]",
            "[\"\(Self.plate)\", \"\(Self.face)\"]", "\n [\"\(Self.plate) \(Self.face)\"]\n",
        ] {
            #expect(try pixels("--areas-from", "-", "--max-radius", "6", input: list) == both)
            try sandbox.write(Array(list.utf8), "list")
            #expect(try pixels("--areas-from", "list", "--max-radius", "6") == both)
        }
        #expect(try pixels("--areas-from", "-", "--area", Self.face, "--area-radius", "6", input: Self.plate) == both)
        try sandbox.write(Array(Self.face.utf8), "face")
        let lists = ["--areas-from", "face", "--areas-from", "-"]
        #expect(try sandbox.pixels(lists + ["--max-radius", "6"], input: Array(Self.plate.utf8)) == both)
        let filled = try pixels("--area", "\(Self.plate) \(Self.face)", "--area-fill", "red")
        #expect(try sandbox.pixels(lists + ["--area-fill", "red"], input: Array(Self.plate.utf8)) == filled)
        // nothing was detected
        let image = try PixelBuffer.decoded(sandbox.image).sampleValues()
        for list in ["", "[]", "# nothing\n"] {
            #expect(try pixels("--areas-from", "-", input: list) == image)
            #expect(try pixels("--areas-from", "-", "--area-fill", "black", input: list) == image)
        }
    }

    @Test(
        "Lists with a mistake are rejected with its place",
        arguments: [
            ("circle(5px)\nsquare(3px)", "standard input, line 2: at character 1: a shape is"),
            ("[\"circle(5px)\", \"circle(5)\"]", "standard input, element 2: at character 8: a radius needs a unit"),
            ("[3]", "not a JSON array of strings"), ("{\"a\": 1}", "not a JSON array of strings"),
            ("[\"circle(5px)\"", "invalid JSON"),
            (String(repeating: "circle(5px)\n", count: 1001), "more than 1000 areas"),
            ("polygon(0 0\(String(repeating: ",1px 2px", count: 10_000)))", "more than 10000 corners"),
            (String(repeating: "#", count: 1 << 20) + "#", "larger than 1048576 bytes"),
        ])
    func badLists(list: String, message: String) throws {
        let outcome = try sandbox.run(["--areas-from", "-", "in.png", "out.png"], input: Array(list.utf8))
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try sandbox.directory.names() == ["in.png"])
    }

    @Test(
        "Options that contradict each other are an error, and nothing is written",
        arguments: [
            (["--area", "circle(5px"], "closing parenthesis"),
            (["--area", "circle(5px)", "--feather", "-2px"], "0 or more"),
            (["--area", "circle(5px)", "--feather", "120%"], "at most 100%"),
            (["--area-radius", "4"], "--area-radius requires --area"),
            (["--feather", "4"], "--feather requires --area"),
            (["--area-fill", "black"], "--area-fill requires --area"),
            (["--area", "circle(5px)", "--area-fill", "black", "--feather", "2"], "--feather and --area-fill cannot"),
            (["--area", "circle(5px)", "--area-fill", "black", "--area-radius", "2"], "--area-radius and --area-fill"),
            (["--area", "circle(5px)", "--area-fill", "black", "--if-exists", "skip-same"], "skip-same cannot"),
            (["--areas-from", "missing"], "cannot read the list of areas 'missing'"),
            (["--areas-from", "."], "cannot read the list of areas '.'"),
            (["--areas-from", "in.png", "--areas-from", "missing"], "cannot read the list of areas 'missing'"),
            (["--areas-from", "-", "--areas-from", "-"], "standard input is more than one list of areas"),
        ] as [([String], String)])
    func mistakes(arguments: [String], message: String) throws {
        let outcome = try sandbox.run(arguments + ["in.png", "out.png"])
        let status: Int32 = message.hasPrefix("cannot read") ? 66 : 64
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try sandbox.directory.names() == ["in.png"])
    }

    @Test("Standard input is either the image or the list")
    func standardInput() throws {
        for arguments in [
            ["--areas-from", "-", "-", "out.png"], ["--areas-from", "-", "--mask", "-", "in.png", "out.png"],
        ] {
            let outcome = try sandbox.run(arguments, input: sandbox.image)
            #expect(outcome.status == 64 && outcome.errors.contains("both an image and the list"), "\(outcome.errors)")
        }
    }

    @Test("An area outside of the image is a warning for a blur, and an error for a fill")
    func outside() throws {
        let blurred = try sandbox.blur(["--area", "xywh(40px 0 9px 9px)", "--area", Self.face])
        #expect(
            blurred.status == 0 && blurred.errors.contains("xywh(40px 0 9px 9px) has no effect on the image of 32×24"))
        let filled = try sandbox.blur(["--area", "xywh(40px 0 9px 9px)", "--area-fill", "black"])
        #expect(
            filled.status == 64 && filled.errors.contains("covers nothing of the image of 32×24"), "\(filled.errors)")
    }

    @Test("A fill covers the areas, has no digest, and can be combined with a ramp")
    func fill() throws {
        let image = try PixelBuffer.decoded(sandbox.image)
        let channels = image.format.channels.count
        let filled = try pixels("--area", "xywh(4px 5px 10px 6px)", "--area-fill", "#fff")
        for y in 0..<24 {
            for x in 0..<32 {
                let isInside = (4..<14).contains(x) && (5..<11).contains(y)
                #expect(filled[(y * 32 + x) * channels] == (isInside ? 255 : image[x, y, 0]))
            }
        }
        #expect(try ImageHeader.of(sandbox.read("out.png")).metadata.digest == nil)
        let ramp = try pixels("--area", "xywh(4px 5px 10px 6px)", "--area-fill", "#fff", "--direction", "top")
        #expect(ramp != filled)
        let report = try sandbox.blur(["--area", "circle(4px)", "--area-fill", "black", "--json", "lines"])
        #expect(try JSONValue.lines(report.output).first?["settings"]?["area-fill"] == .string("black"))
        #expect(
            try sandbox.run("--dry-run", "--area", "circle(4px)", "--area-fill", "black", "in.png", "x.png").status == 0
        )
    }

    @Test(
        "Words of other programs lead to the option",
        arguments: [
            ("region", "--area'"), ("rect", "--area'"), ("box", "--area'"), ("blur-area", "--area'"),
            ("pixelate", "--mosaic'"), ("hflip", "--flop'"), ("unsharp", "--sharpen'"),
            ("redact", "--area-fill"), ("censor", "--area-fill"),
        ])
    func otherWords(word: String, option: String) throws {
        let outcome = try sandbox.run("--\(word)", "1,2,3,4", "in.png", "out.png")
        #expect(outcome.status == 64 && outcome.errors.contains(option), "\(outcome.errors)")
    }

    @Test("The same areas are recognized by the digest, and others are not")
    func digest() throws {
        let same = ["--if-exists", "skip-same", "-v"]
        func run(_ arguments: [String]) throws -> String {
            try sandbox.run(same + arguments + ["in.png", "out.png"]).errors
        }
        _ = try run(["--area", Self.face])
        #expect(try run(["--area", Self.face]).contains("skipped"))
        #expect(try !run(["--area", Self.plate]).contains("skipped"))
        #expect(try !run(["--area", Self.plate, "--feather", "1"]).contains("skipped"))
    }
}
