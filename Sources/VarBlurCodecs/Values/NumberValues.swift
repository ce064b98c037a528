extension OptionValue where Value == Int {
    /// A whole number in a range; `noun` names it in messages.
    package static func count(_ placeholder: String, in range: ClosedRange<Int> = 1...Int.max, noun: String) -> Self {
        let syntax = ValueSyntax(placeholder: placeholder, kind: .integer(range))
        return OptionValue(
            syntax: syntax,
            parse: { text throws(InvalidValue) in
                guard let count = Int(text), range.contains(count) else {
                    throw InvalidValue(
                        "\(noun) must be a whole number \(range.upperBound == .max ? "of" : "from") \(syntax.rangeText ?? "")"
                    )
                }
                return count
            },
            text: { String($0) })
    }

    /// A number of bytes: `1000000`, or `512K`, `256M` or `2G` in powers of 1024.
    package static var byteCount: Self {
        OptionValue(
            syntax: ValueSyntax(placeholder: "size", kind: .text(pattern: "^[0-9]+[KMGkmg]?$", takesIntegers: true)),
            parse: ByteCount.parse, text: ByteCount.text)
    }
}

/// Numbers of bytes with binary unit prefixes.
private enum ByteCount {
    private static let shifts: [(Character, Int)] = [("G", 30), ("M", 20), ("K", 10)]

    @Sendable static func parse(_ text: String) throws(InvalidValue) -> Int {
        let unit = text.uppercased().last
        let shift = shifts.first { $0.0 == unit }?.1
        let digits = shift == nil ? text[...] : text.dropLast()
        let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard !isNumber || (Int(digits) ?? .max) <= Int.max >> (shift ?? 0) else {
            throw InvalidValue("a size must be at most \(Int.max >> 30)G")
        }
        guard let number = Int(digits), number >= 1 else {
            throw InvalidValue(
                "a size must be a whole number of bytes, optionally with a suffix K, M, or G, such as 256M")
        }
        return number << (shift ?? 0)
    }

    @Sendable static func text(_ count: Int) -> String {
        let unit = shifts.first { count > 0 && count % (1 << $0.1) == 0 }
        return unit.map { "\(count >> $0.1)\($0.0)" } ?? String(count)
    }
}

extension OptionValue where Value == Duration {
    /// A duration in seconds.
    package static var seconds: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "seconds",
                kind: .number(
                    NumberRange(
                        text: "greater than 0, at most 1000000000", exclusiveMinimum: 0, maximum: 1_000_000_000),
                    units: [])),
            parse: { text throws(InvalidValue) in
                guard let seconds = DecimalNumber.value(text) else {
                    throw InvalidValue("a time is a number of seconds without a unit, such as 10 or 0.5")
                }
                guard seconds > 0, seconds <= 1e9 else {
                    throw InvalidValue("a time must be greater than 0 and at most 1,000,000,000 seconds")
                }
                return .seconds(seconds)
            },
            text: { "\($0 / .seconds(1))" })
    }
}
