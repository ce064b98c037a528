internal import ArgumentParser

/// Limits on the command line.
enum LimitArgument {
    static func count(_ text: String) throws -> Int {
        guard let count = Int(text), count >= 1 else {
            throw ValidationError("A limit is a whole number of 1 or more.")
        }
        return count
    }

    /// Bytes: `1000000`, `512K`, `256M` or `2G`, in powers of 1024.
    static func byteCount(_ text: String) throws -> Int {
        let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
        let shift = text.uppercased().last.flatMap { shifts[$0] }
        let digits = shift == nil ? text[...] : text.dropLast()
        guard let number = Int(digits), number >= 1, number <= Int.max >> (shift ?? 0) else {
            throw ValidationError("A size is a whole number of bytes, or of K, M or G of them (256M).")
        }
        return number << (shift ?? 0)
    }

    static func seconds(_ text: String) throws -> Duration {
        guard let seconds = Double(text), seconds > 0, seconds <= 1e9 else {
            throw ValidationError("A time is a number of seconds above 0, at most 1000000000.")
        }
        return .seconds(seconds)
    }
}
