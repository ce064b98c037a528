/// A phrase of a message that names options in the words of the place where they are given.
///
/// An option is interpolated by its long name: `"raise \(option: "max-pixels")"` is `raise --max-pixels` for a command line,
/// and `raise 'max-pixels'` for a job.
package struct UsageText: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// Where options are given.
    package enum Place: Sendable, Hashable {
        /// On a command line: `--force`.
        case commandLine
        /// In the JSON of a job: `'force': true`.
        case job
    }

    fileprivate enum Part: Sendable, Hashable {
        case text(String)
        case option(String)
        case flag(String)
        case either(commandLine: String, job: String)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []
        fileprivate var options: [String] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        package mutating func appendLiteral(_ literal: String) { append(.text(literal)) }

        package mutating func appendInterpolation(_ text: String) { append(.text(text)) }

        package mutating func appendInterpolation(_ number: Int) { append(.text("\(number)")) }

        package mutating func appendInterpolation(_ text: UsageText) {
            for part in text.parts { append(part) }
            options += text.options
        }

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
        package mutating func appendInterpolation(option name: String) { parts.append(.option(name)) }

        /// An option without a value, which is turned on.
        package mutating func appendInterpolation(flag name: String) { parts.append(.flag(name)) }

        /// An option in quotation marks, with a value unless that is empty.
        package mutating func appendInterpolation(option name: String, _ value: String) {
            let isAlone = value.isEmpty
            parts.append(
                .either(
                    commandLine: "'--\(name)\(isAlone ? "" : " ")\(value)'",
                    job: isAlone ? "'\(name)'" : "'\(name)': '\(value)'"))
            options.append(name)
        }

        /// Options with values, as they are written.
        package mutating func appendInterpolation(examples: [(name: String, value: String)]) {
            let words = examples.map { name, value in
                "--\(name) \(value.utf8.contains(UInt8(ascii: " ")) ? "'\(value)'" : value)"
            }
            let members = examples.map { name, value in "'\(name)': '\(value)'" }
            parts.append(.either(commandLine: words.joined(separator: " "), job: members.joined(separator: ", ")))
            options += examples.map(\.name)
        }

        /// A text for a command line, and another one for a job.
        package mutating func appendInterpolation(commandLine: String, job: String) {
            parts.append(.either(commandLine: commandLine, job: job))
        }
    }

    fileprivate let parts: [Part]
    /// The options that a remedy recommends.
    let options: [String]

    /// The options that the phrase names.
    package var names: [String] {
        options
            + parts.compactMap { part in
                switch part {
                case .option(let name), .flag(let name): name
                case .text, .either: nil
                }
            }
    }

    package init(stringInterpolation: StringInterpolation) {
        (parts, options) = (stringInterpolation.parts, stringInterpolation.options)
    }

    package init(stringLiteral text: String) { self.init(text) }

    package init(_ text: String) { (parts, options) = (text.isEmpty ? [] : [.text(text)], []) }

    /// The phrase for a place.
    package func text(for place: Place) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .option(let name): place == .job ? "'\(name)'" : "--\(name)"
            case .flag(let name): place == .job ? "'\(name)': true" : "--\(name)"
            case .either(let commandLine, let job): place == .job ? job : commandLine
            }
        }.joined()
    }
}
