/// Marks that combine with the character before them, such as accents.
///
/// Swift compares and hashes strings in a normal form, whose sorting of the marks in a row takes time that grows with the square of their
/// number.
package enum CombiningMarks {
    /// The maximum number of marks in a row.
    ///
    /// No language needs more than a few (the format for streams of UAX #15 allows 30), and no component of a path, which has at most
    /// 255 bytes, has more.
    package static let limit = 127

    /// The number of marks in the longest row of them.
    package static func maximumRun(of text: String) -> Int {
        var (run, longest) = (0, 0)
        for scalar in text.unicodeScalars {
            run = isMark(scalar) ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        // the first mark is U+0300
        guard scalar.value >= 0x300 else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
