internal import CVarBlurPlatform
internal import VarBlur

/// A SHA-256 hash of bytes that are added one part after the other.
@safe
struct SHA256 {
    private var state = sha256()

    /// The number of digits of a hash.
    static let digitCount = 2 * Int(SHA256_SIZE)

    init() { unsafe sha256_start(&state) }

    /// Adds bytes.
    @unsafe
    mutating func add(_ bytes: UnsafePointer<UInt8>?, _ count: Int) { unsafe sha256_add(&state, bytes, count) }

    /// Adds the UTF-8 bytes of a text.
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { unsafe sha256_add(&state, $0.baseAddress, $0.count) }
    }

    /// Adds the bytes of a file.
    mutating func add(_ file: FileContents) { unsafe add(file.address(of: 0..<file.count), file.count) }

    /// The hash as 64 hexadecimal digits.
    var text: String {
        var (state, digest) = (state, [UInt8](repeating: 0, count: Int(SHA256_SIZE)))
        unsafe sha256_finish(&state, &digest)
        return digest.hexadecimal
    }

    /// The hash of a mask: of its size, its inversion, and its samples.
    static func text(of mask: AlphaMask) -> String {
        var hash = SHA256()
        hash.add("\(mask.width)x\(mask.height) \(mask.isInverted) \(mask.bytesPerSample) ")
        unsafe mask.withSampleBytes { bytes in
            unsafe hash.add(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
        return hash.text
    }
}

extension FileContents {
    /// The SHA-256 hash of the bytes, as 64 hexadecimal digits.
    var hash: String {
        var hash = SHA256()
        hash.add(self)
        return hash.text
    }
}
