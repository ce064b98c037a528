import CFuzzDriver
import Foundation
import FuzzSupport
import VarBlurCodecs
import VarBlurScenes

@testable import VarBlur

/// Limits with which each scene takes a fraction of a second.
let limits = {
    var limits = SceneLimits()
    (limits.pixels, limits.layers, limits.listLength, limits.textBytes) = (1 << 13, 40, 100, 200)
    limits.images.pixels = 1 << 13
    // a scene that takes longer in one layer is a finding of the driver, which allows 20 seconds
    limits.time = .seconds(4)
    return limits
}()

let directory = FileManager.default.temporaryDirectory.appending(path: "varblur-fuzz-\(getpid())")
try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)

/// A small image of noise as a file.
func noise(_ encoding: ImageEncoding, _ format: PixelFormat) throws -> [UInt8] {
    try noiseFile(encoding, format, width: 48, height: 32, in: directory)
}

/// Scenes may name two images; no other file can be opened.
let resources = try {
    var resources = SceneResources(directory: directory.path, confinement: directory.path)
    resources.files = [
        "photo.png": try noise(.png, PixelFormat(.rgba)),
        "photo.jpg": try noise(.jpeg(JPEGStyle(.yCbCr), quality: 90), PixelFormat(.rgb)),
    ]
    return resources
}()

/// How much a blurred color may exceed alpha: both are rounded on their own.
let roundingError = 2

/// An error must have a message for each mistake, and must not be an internal fault.
func check(_ error: SceneError) {
    precondition(error.code != .fault && !error.problems.isEmpty, "\(error)")
    for problem in error.problems { precondition(!problem.message.isEmpty, "no message at \(problem.path)") }
}

/// Draws a scene; the picture must have the predicted size and not take more than the predicted memory, and no color may exceed its
/// alpha by more than rounding.
func draw(_ scene: Scene) throws(SceneError) {
    let renderer = try SceneRenderer(resources, limits: limits)
    let size = try renderer.check(scene)
    precondition(size.width * size.height <= limits.pixels, "the limit does not apply")
    let memory = try renderer.memory(of: scene)
    let meter = MemoryMeter()
    let picture = try meter.measure { () throws(SceneError) in try renderer.render(scene) }
    precondition(meter.peak <= memory, "\(meter.peak) bytes instead of \(memory)")
    precondition(picture.width == size.width && picture.height == size.height, "a picture of another size")
    for y in 0..<picture.height {
        for x in 0..<picture.width {
            let alpha = picture[x, y, 3]
            for channel in 0..<3 {
                let excess = picture[x, y, channel] - alpha
                guard excess > roundingError else { continue }
                fatalError("a color exceeds alpha by \(excess) at \(x), \(y)")
            }
        }
    }
}

/// Reads a scene, writes it, reads it again, and draws its states and one between them.
func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let json = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    do throws(SceneError) {
        let animation = try SceneAnimation(json: json, limits: limits)
        let written = Array(animation.json.utf8)
        precondition((try? SceneAnimation(json: written)) == animation, "another scene is written")
        for time in animation.isStill ? [1] : [0, 0.5, 1] { try draw(animation.scene(at: time)) }
    } catch {
        check(error)
    }
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
