/// A part of a text that stands for the name of the notch at which an overlay is: `{sheet.notch}`.
enum NotchReference {
    private typealias Part = (text: Substring, reference: (overlay: String, member: String)?)

    private static let member = "notch"

    /// A text with the names of notches of overlays in place of references; where there is no name, it stays as it is.
    static func replaced(in text: String, isMarkup: Bool, by names: [String: String]) -> String {
        parts(of: text).map { part in
            guard let (overlay, member) = part.reference, member == Self.member, let name = names[overlay] else {
                return String(part.text)
            }
            return isMarkup ? SceneText.markup(name) : name
        }.joined()
    }

    /// What is wrong with a reference in a text of a scene with some layers; `nil` if nothing is.
    ///
    /// Other words in braces mean themselves.
    static func mistake(in text: String, among layers: [SceneLayer]) -> String? {
        let ids = layers.overlays.map(\.id)
        for case (_, let (overlay, member)?) in parts(of: text) {
            let isOverlay = ids.contains { $0.lowercased() == overlay.lowercased() }
            guard isOverlay || member.lowercased() == Self.member else { continue }
            if !ids.contains(overlay) { return layers.missingOverlay(overlay) }
            if member != Self.member {
                return
                    "'{\(overlay).\(SceneText.quoted(member))}' is no value of an overlay; did you mean '{\(overlay).\(Self.member)}'?"
            }
        }
        return nil
    }

    private static func parts(of text: String) -> [Part] {
        func isName(_ name: Substring) -> Bool {
            !name.isEmpty && name.utf8.allSatisfy { $0 > 0x2F && $0 != UInt8(ascii: "{") || $0 == UInt8(ascii: "-") }
        }
        var (parts, start) = ([Part](), text.startIndex)
        while let open = text[start...].firstIndex(of: "{") {
            let close = text[open...].firstIndex(of: "}") ?? text.endIndex
            let names = text[text.index(after: open)..<close].split(separator: ".", omittingEmptySubsequences: false)
            let isReference = close < text.endIndex && names.count == 2 && names.allSatisfy(isName)
            let end = text.index(after: isReference ? close : open)
            parts.append((text[start..<(isReference ? open : end)], nil))
            if isReference { parts.append((text[open..<end], (String(names[0]), String(names[1])))) }
            start = end
        }
        return parts + [(text[start...], nil)]
    }
}
