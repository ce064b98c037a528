internal import VarBlur

extension OptionValue where Value == [BlurDirection] {
    /// One or several sides, separated by commas, or `all`.
    static var sides: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "side",
                kind: .words(
                    { BlurDirection.allCases.map(\.rawValue) + ["all"] },
                    pattern: "^(?!.*\(anySide).*\\1)(all|\(anySide)(,\(anySide))*)$",
                    details: "or several sides separated by commas")),
            parse: { text throws(InvalidValue) in
                if text.isSame(as: "all") { return BlurDirection.allCases }
                var sides: [BlurDirection] = []
                for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                    guard let side = BlurDirection(rawValue: String(Substring(part))) else {
                        throw InvalidValue(expected(insteadOf: text))
                    }
                    guard !sides.contains(side) else {
                        throw InvalidValue("the side \(side.rawValue) is listed twice")
                    }
                    sides.append(side)
                }
                return sides
            },
            text: { sides in
                sides == BlurDirection.allCases ? "all" : sides.map(\.rawValue).joined(separator: ",")
            })
    }

    /// What to write instead of a text that names no sides.
    private static func expected(insteadOf text: String) -> UsageText {
        let choices: UsageText = "choose top, bottom, left, right, several of them separated by commas, or all"
        if text.utf8.contains(UInt8(ascii: " ")) {
            return "separate sides by commas without spaces, such as top,bottom"
        }
        if text.isSame(as: "none") {
            return "\(choices); to blur the whole image evenly, set the minimum radius to the maximum radius"
        }
        if text.utf8.contains(UInt8(ascii: "-")) {
            return "\(choices); for a corner, use a ramp such as 'linear-blur(to bottom right, 12px, 0px)'"
        }
        return choices
    }

    private static var anySide: String { "(\(BlurDirection.allCases.map(\.rawValue).list(separator: "|")))" }
}

extension OptionValue where Value == Easing {
    /// The name of a curve, or a Bézier curve.
    static var easing: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "curve",
                kind: .words(
                    { Easing.names },
                    pattern: "^(\(Easing.names.list(separator: "|"))|cubic-bezier\\(.+\\))$",
                    details: "cubic-bezier(x1, y1, x2, y2)")),
            parse: { text throws(InvalidValue) in
                do throws(BlurTextError) {
                    return try Easing(text)
                } catch {
                    throw InvalidValue(UsageText(error.phrase))
                }
            },
            text: { $0.description })
    }
}

extension OptionValue {
    /// A text that a parser of the library reads.
    static func text(
        _ placeholder: String, pattern: String?, parse: @escaping @Sendable (String) throws(BlurTextError) -> Value
    ) -> Self {
        OptionValue(
            syntax: ValueSyntax(placeholder: placeholder, kind: .text(pattern: pattern)),
            parse: { text throws(InvalidValue) in
                do throws(BlurTextError) { return try parse(text) } catch {
                    throw InvalidValue(UsageText(error.phrase))
                }
            })
    }
}

extension BlurTextError {
    /// The message with the place of the mistake.
    var phrase: String {
        "at character \(characterOffset + 1): \(message)"
    }
}
