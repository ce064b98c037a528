import TestSupport
import VarBlur

@testable import VarBlurCodecs

extension PixelBuffer {
    /// A PNG file with an orientation that shows this image.
    borrowing func stored(_ orientation: ImageOrientation) throws -> [UInt8] {
        let size = orientation.swapsAxes ? Size(height, width) : Size(width, height)
        let stored = try rearranged(size) { x, y in
            orientation.uprightPosition(x: x, y: y, width: size.width, height: size.height)
        }
        return FileEditing.oriented(try stored.encoded(.png), orientation.rawValue)
    }
}
