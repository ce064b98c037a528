/// The words that the project does not use, and what to write instead.
enum Vocabulary {
    /// British spellings, as parts of words in lower case, with their American counterparts.
    static let british: [(part: String, instead: String)] =
        [
            ("colour", "color"), ("grey", "gray"), ("centre", "center"), ("centring", "centering"),
            ("neighbour", "neighbor"), ("behaviour", "behavior"), ("favour", "favor"), ("honour", "honor"),
            ("flavour", "flavor"), ("artefact", "artifact"), ("catalogue", "catalog"), ("analysed", "analyzed"),
            ("licence", "license"), ("defence", "defense"), ("analysing", "analyzing"), ("modelling", "modeling"),
            ("labelled", "labeled"), ("labelling", "labeling"), ("signalled", "signaled"), ("judgement", "judgment"),
            ("signalling", "signaling"), ("levelled", "leveled"), ("whilst", "while"), ("amongst", "among"),
        ]
        + [
            "normal", "optim", "initial", "synchron", "recogn", "minim", "maxim", "summar", "serial", "organ",
            "special", "general", "visual", "parallel", "vector", "linear", "discret", "equal", "util", "custom",
            "standard", "priorit", "quant", "real", "categor", "emphas", "author", "local", "random",
            "symbol", "token", "apolog",
        ].flatMap { stem in
            ["ise", "ising", "isation"].map { ("\(stem)\($0)", "\(stem)\($0.replacing("is", with: "iz"))") }
        }

    /// Former names of the project, as parts of identifiers in lower case, with their successors.
    static let replaced: [(part: String, instead: String)] = [
        ("reducedones", "NormalizationResponse"), ("edgeshares", "EdgeWeightDeficit"),
        ("pixelshares", "PixelWeightDeficit"), ("kernelcut", "TruncationRadius"),
        ("ringplan", "RingBufferSchedule"), ("looksback", "rereadsSource"),
        ("interpolationstages", "Upsampler"), ("rowreducer", "Decimator"), ("heldimage", "BufferedImage"),
        ("heldoutput", "a name that says what it buffers"), ("examination", "preflight"),
        ("blurrecipe", "BlurSettings"), ("entropy_place", "checkpoint"), ("makerun", "a name with “filter group”"),
        ("keepssamples", "a separate output stage"), ("surplus", "rounding bias"),
    ]

    /// Finds parts of words in a text, in any case, with the line of each.
    static func occurrences(
        of words: [(part: String, instead: String)], in text: String
    ) -> [(line: Int, word: String, instead: String)] {
        let candidates = Dictionary(grouping: words.map { (Array($0.part.utf8), $0.instead) }) { $0.0[0] }
        let bytes = text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        var (line, result): (Int, [(line: Int, word: String, instead: String)]) = (1, [])
        for offset in bytes.indices {
            if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
            guard let starting = candidates[bytes[offset]] else { continue }
            for (part, instead) in starting where bytes[offset...].starts(with: part) {
                result.append((line, String(decoding: part, as: UTF8.self), instead))
            }
        }
        return result
    }
}
