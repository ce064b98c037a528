/// A phrase of a message that names options in the words of the place where they are given.
///
/// An option is interpolated by its long name: `"raise \(option: "max-pixels")"` is `raise --max-pixels` for a command line,
/// and `raise 'max-pixels'` for a job.
struct UsageText: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// Where options are given.
    enum Place: Sendable, Hashable {
        /// On a command line: `--force`.
        case commandLine
        /// In the JSON of a job: `'force': true`.
        case job
    }

    fileprivate enum Part: Sendable, Hashable {
        case text(String)
        case option(String)
        case flag(String)
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

        mutating func appendLiteral(_ literal: String) { append(.text(literal)) }

        mutating func appendInterpolation(_ text: String) { append(.text(text)) }

        mutating func appendInterpolation(_ number: Int) { append(.text("\(number)")) }

        mutating func appendInterpolation(_ text: UsageText) { for part in text.parts { append(part) } }

        /// Adds a part so that equal phrases have equal parts.
        private mutating func append(_ part: Part) {
            guard case .text(let text) = part else { return parts.append(part) }
            if case .text(let start)? = parts.last {
                parts[parts.count - 1] = .text(start + text)
            } else if !text.isEmpty {
                parts.append(part)
            }
        }

        /// An option that has a value.
        mutating func appendInterpolation(option name: String) { parts.append(.option(name)) }

        /// An option without a value, which is turned on.
        mutating func appendInterpolation(flag name: String) { parts.append(.flag(name)) }
    }

    fileprivate let parts: [Part]

    init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    init(stringLiteral text: String) { self.init(text) }

    init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }

    /// The phrase for a place.
    func text(for place: Place) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .option(let name): place == .job ? "'\(name)'" : "--\(name)"
            case .flag(let name): place == .job ? "'\(name)': true" : "--\(name)"
            }
        }.joined()
    }
}
