import VarBlurCodecs

extension HEIFFiles {
    /// Encodes a PNG, JPEG, APNG, or PFM file with `cjxl`.
    package func encodeJXL(_ image: [UInt8], _ arguments: [String] = ["-d", "0", "-e", "1"]) throws -> [UInt8] {
        let isFloat = image.starts(with: Array("PF".utf8))
        let name = image.starts(with: [0xFF, 0xD8]) ? "in.jpg" : isFloat ? "in.pfm" : "in.png"
        try convert(image, name, "out.jxl", "cjxl", ["--quiet"] + arguments)
        return try read("out.jxl")
    }

    /// Decodes a JPEG XL file with `djxl` into a PNG file.
    package func decodeJXL(_ file: [UInt8]) throws -> [UInt8] {
        try convert(file, "in.jxl", "out.png", "djxl", [])
        return try read("out.png")
    }
}

// MARK: - Damage

extension FileEditing {
    /// Cuts or changes a file, except for its first bytes.
    package static func damaging(_ file: [UInt8], from start: Int, _ random: inout SplitMix64) -> [UInt8] {
        var damaged = file
        let place = start + Int(random.next() % UInt64(file.count - start))
        if random.next() % 3 == 0 {
            damaged.removeSubrange(place...)
        } else {
            for _ in 0...random.next() % 4 {
                damaged[start + Int(random.next() % UInt64(file.count - start))] = UInt8(
                    truncatingIfNeeded: random.next())
            }
        }
        return damaged
    }
}
