import Foundation
import TestSupport
import VarBlur
import VarBlurCodecs
import VarBlurScenes

/// Photos of the corpus as premultiplied BGRA.
enum CorpusPhotos {
    /// Returns the first photos of at least 200×120 pixels, limited to a window of 480×320; none without a corpus.
    static func first(_ count: Int) throws -> [(path: String, photo: [Int], width: Int, height: Int)] {
        var photos: [(path: String, photo: [Int], width: Int, height: Int)] = []
        for path in try Corpus.files("must-decode") where photos.count < count {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            guard let image = try? PixelBuffer.decoded(bytes), image.width >= 200, image.height >= 120,
                image.format.channels == .rgb, image.format.depth == .eight
            else { continue }
            let (width, height) = (min(image.width, 480), min(image.height, 320))
            var values: [Int] = []
            for y in 0..<height {
                for x in 0..<width { values += [image[x, y, 2], image[x, y, 1], image[x, y, 0], 255] }
            }
            photos.append((path, values, width, height))
        }
        return photos
    }

    /// An image of sample values.
    static func image(_ values: [Int], width: Int, height: Int) throws -> PixelBuffer {
        try PixelBuffer.make(TestSupport.Size(width, height), GlassContainer.pixelFormat) { x, y, channel in
            values[(y * width + x) * 4 + channel]
        }
    }
}
