/// The words that the project does not use, and what to write instead.
enum Vocabulary {
    /// A part of a word in lower case, and its replacement.
    typealias Entry = (part: String, instead: String)

    /// British spellings.
    static let british: [Entry] = irregular + stems.flatMap(verbForms)

    private static let irregular: [Entry] = [
        ("colour", "color"), ("grey", "gray"), ("centre", "center"), ("centring", "centering"),
        ("neighbour", "neighbor"), ("behaviour", "behavior"), ("favour", "favor"), ("honour", "honor"),
        ("flavour", "flavor"), ("artefact", "artifact"), ("catalogue", "catalog"), ("analysed", "analyzed"),
        ("analysing", "analyzing"), ("licence", "license"), ("defence", "defense"), ("modelling", "modeling"),
        ("labelled", "labeled"), ("labelling", "labeling"), ("signalled", "signaled"), ("signalling", "signaling"),
        ("levelled", "leveled"), ("judgement", "judgment"), ("whilst", "while"), ("amongst", "among"),
    ]

    /// Verbs with the American ending -ize.
    private static let stems = [
        "apolog", "author", "categor", "custom", "discret", "emphas", "equal", "general", "initial", "linear", "local",
        "maxim", "minim", "normal", "optim", "organ", "parallel", "priorit", "quant", "random", "real", "recogn",
        "serial", "special", "standard", "summar", "symbol", "synchron", "token", "util", "vector", "visual",
    ]

    private static func verbForms(_ stem: String) -> [Entry] {
        [("\(stem)ise", "\(stem)ize"), ("\(stem)ising", "\(stem)izing"), ("\(stem)isation", "\(stem)ization")]
    }

    /// Names from outside of the project, in their own spelling.
    private static let foreign = ["unsupported-colour"]

    /// Former names of the parts of the library, and their successors.
    static let replaced: [Entry] = [
        ("reducedones", "NormalizationResponse"), ("edgeshares", "EdgeWeightDeficit"),
        ("pixelshares", "PixelWeightDeficit"), ("kernelcut", "Truncation"),
        ("ringplan", "RingBufferSchedule"), ("looksback", "rereadsSource"),
        ("interpolationstages", "Upsampler"), ("rowreducer", "Decimator"), ("heldimage", "BufferedImage"),
        ("heldoutput", "a name that says what it buffers"), ("examination", "preflight"),
        ("blurrecipe", "BlurSettings"), ("entropy_place", "checkpoint"), ("makerun", "a name with “filter group”"),
        ("keepssamples", "a separate output stage"), ("surplus", "rounding bias"),
    ]

    /// Finds parts of words in a text, in any case, with the line of each.
    static func occurrences(
        of words: [Entry], in text: String
    ) -> [(line: Int, word: String, instead: String)] {
        let candidates = Dictionary(grouping: words.map { (Array($0.part.utf8), $0.instead) }) { $0.0[0] }
        let own = foreign.reduce(text) { $0.replacing($1, with: "") }
        let bytes = own.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
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
