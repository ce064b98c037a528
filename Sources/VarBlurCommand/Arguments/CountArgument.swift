internal import ArgumentParser

/// Whole numbers on the command line.
enum CountArgument {
    /// A number of threads.
    static func threads(_ text: String) throws -> Int {
        guard let count = Int(text), count >= 1 else { throw ValidationError("A number of threads is 1 or more.") }
        return count
    }

    /// A JPEG quality.
    static func quality(_ text: String) throws -> Int {
        guard let quality = Int(text), (1...100).contains(quality) else {
            throw ValidationError("A JPEG quality is a whole number from 1 to 100.")
        }
        return quality
    }
}
