import TestSupport

@testable import VarBlur

extension ProgressiveBlur {
    /// The memory that the blur of an image uses besides the image, the estimate for both, and the size of the image, in bytes.
    func memory(_ size: Size, _ format: PixelFormat) throws -> (inUse: Int, estimate: Int, image: Int) {
        var image = try PixelBuffer(width: size.width, height: size.height, format: format)
        let layout = image.layout
        let parameters = BlurMemory(
            self, width: size.width, height: size.height, format: format, bytesPerRow: layout.bytesPerRow)
        let task = BlurTask(self, format, PlaneSampling(whole: layout), BlurExecution())
        let inUse = try unsafe image.withUnsafeMutablePixels { pixels throws(BlurError) in
            try unsafe FieldBlur(pixels.readOnly, region: pixels.layout.bounds, into: pixels, task: task).byteCount
        }
        return (inUse, parameters.buffered, layout.byteCount)
    }
}
