import Foundation

/// A temporary directory that is deleted with the object.
package final class TemporaryDirectory: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "varblur-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func path(_ name: String) -> String { url.appending(path: name).path }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: url.appending(path: name))
    }

    /// Adds a program that can be started; the directory of `name` is created if necessary.
    ///
    /// Another program writes it: a file that this process has open for writing would also be open in every process that another
    /// thread starts at that moment, and the system refuses to start such files ("Text file busy").
    ///
    /// - Parameters:
    ///   - source: the file to copy, or `nil`.
    ///   - text: the contents if no file is copied.
    ///   - name: the name of the program.
    /// - Returns: the program.
    /// - Throws: an error if it cannot be written.
    @discardableResult
    package func addProgram(copying source: URL? = nil, text: String = "", named name: String) throws -> Program {
        let program = Program(path(name))
        let script = "mkdir -p \"$(dirname \"$0\")\" && rm -f \"$0\" && cat ${1:+\"$1\"} >\"$0\" && chmod 755 \"$0\""
        let arguments = ["-c", script, program.url.path] + (source.map { [$0.path] } ?? [])
        let outcome = try Program("/bin/sh").run(arguments, input: Data(text.utf8))
        guard outcome.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        return program
    }

    package func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url.appending(path: name))) }

    /// The names of all files in the directory, including hidden ones.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }
}
