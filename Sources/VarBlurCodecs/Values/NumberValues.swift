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
            parse: UnitCount.bytes.parse, text: UnitCount.bytes.text)
    }

    /// A number of pixels: `1000000`, or `200K` or `50M` in powers of 1000.
    package static var pixelCount: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "count", kind: .text(pattern: "^0*[1-9][0-9]*[KMkm]?$", takesIntegers: true)),
            parse: UnitCount.pixels.parse, text: { String($0) })
    }
}

/// Numbers with unit prefixes.
private enum UnitCount {
    case bytes
    case pixels

    private var units: [(prefix: String, factor: Int)] {
        self == .bytes ? [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)] : [("M", 1_000_000), ("K", 1_000)]
    }

    @Sendable func parse(_ text: String) throws(InvalidValue) -> Int {
        let (units, last) = (units, text.uppercased().suffix(1))
        let unit = units.first { $0.prefix.elementsEqual(last) }
        let digits = unit == nil ? text[...] : text.dropLast()
        let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        let (noun, greatest) = (self == .bytes ? "a size" : "a limit", units[0])
        guard !isNumber || (Int(digits) ?? .max) <= Int.max / (unit?.factor ?? 1) else {
            throw InvalidValue("\(noun) must be at most \(Int.max / greatest.factor)\(greatest.prefix)")
        }
        guard let number = Int(digits), number >= 1 else {
            let counted =
                self == .bytes
                ? "bytes, optionally with a suffix K, M, or G, such as 256M"
                : "pixels, optionally with a suffix K or M, such as 50M"
            throw InvalidValue("\(noun) must be a whole number of \(counted)")
        }
        return number * (unit?.factor ?? 1)
    }

    @Sendable func text(_ count: Int) -> String {
        let unit = units.first { count > 0 && count % $0.factor == 0 }
        return unit.map { "\(count / $0.factor)\($0.prefix)" } ?? String(count)
    }
}

extension OptionValue where Value == Duration {
    /// A duration in seconds.
    package static var seconds: Self {
        .decimal(
            "seconds",
            NumberRange(text: "greater than 0, at most 1000000000", exclusiveMinimum: 0, maximum: 1_000_000_000),
            else: { text in
                DecimalNumber.value(text) == nil
                    ? "a time is a number of seconds without a unit, such as 10 or 0.5"
                    : "a time must be greater than 0 and at most 1,000,000,000 seconds"
            }, text: { "\($0 / .seconds(1))" }, value: { number, _ in .seconds(number) })
    }
}
