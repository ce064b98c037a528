internal import VarBlurLibC
import Synchronization

/// The named temporary files that currently exist, so that an interrupted program can remove them.
package enum TemporaryFiles {
    private static let files = Mutex<[TemporaryFile]>([])

    /// Removes all temporary files and ends the process; no file can be created in between.
    ///
    /// For a thread that waits for signals; not safe in a signal handler.
    package static func removeAll(thenExit exit: () -> Never) -> Never {
        files.withLock { files in
            for file in files { file.directory.remove(file.name) }
            exit()
        }
    }

    /// Creates a file with an unused name.
    ///
    /// - Parameters:
    ///   - directory: the directory of the file.
    ///   - make: creates a file with a given name; returns `false` and sets `errno` if that fails.
    /// - Returns: the file; `nil` if no file could be created.
    static func create(in directory: OpenDirectory, _ make: (String) -> Bool) -> TemporaryFile? {
        files.withLock { files in
            for _ in 0..<100 {
                let name = ".varblur-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
                if make(name) {
                    let file = TemporaryFile(directory, name)
                    files.append(file)
                    return file
                }
                if errno != EEXIST { return nil }
            }
            return nil
        }
    }

    /// Stops tracking a temporary file, which `body` renames or closes; if `body` throws, the file is removed.
    static func finish(_ file: TemporaryFile, _ body: () throws(ImageError) -> Void) throws(ImageError) {
        try files.withLock { (files) throws(ImageError) in
            defer { files.removeAll { $0 === file } }
            do throws(ImageError) { try body() } catch {
                file.directory.remove(file.name)
                throw error
            }
        }
    }
}

/// A file with a temporary name.
final class TemporaryFile: Sendable {
    let directory: OpenDirectory
    let name: String

    init(_ directory: OpenDirectory, _ name: String) { (self.directory, self.name) = (directory, name) }
}
