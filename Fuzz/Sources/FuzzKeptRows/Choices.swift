/// Values that the bytes of an input select.
struct Choices {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var areExhausted: Bool { bytes.isEmpty }

    /// The next byte, or 0.
    mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

    /// A number of two bytes.
    mutating func word() -> Int { byte() << 8 | byte() }

    mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[byte() % choices.count] }
}
