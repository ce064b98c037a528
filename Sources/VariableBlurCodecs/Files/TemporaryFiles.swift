internal import LibC
import Synchronization

/// The named temporary files that currently exist, so that an interrupted program can remove them.
public enum TemporaryFiles {
    private static let paths = Mutex<Set<String>>([])

    /// Removes all temporary files and ends the process; no file can be created in between.
    ///
    /// For a thread that waits for signals; not safe in a signal handler.
    public static func removeAll(thenExit exit: () -> Never) -> Never {
        paths.withLock { paths in
            for path in paths { remove(path) }
            exit()
        }
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) { _ = unsafe SystemPath.withBytes(path) { unsafe unlink($0) } }

    /// Creates a file with an unused name.
    ///
    /// - Parameters:
    ///   - directory: the directory of the file.
    ///   - make: creates a file with a given path; returns `false` and sets `errno` if that fails.
    /// - Returns: the path; `nil` if no file could be created.
    static func create(in directory: String, _ make: (String) -> Bool) -> String? {
        paths.withLock { paths in
            for _ in 0..<100 {
                let path = "\(directory)/.varblur-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
                if make(path) {
                    paths.insert(path)
                    return path
                }
                if errno != EEXIST { return nil }
            }
            return nil
        }
    }

    /// Ends the life of a temporary file: `body` renames or closes it; if it throws, the file is removed.
    static func settle(_ path: String, _ body: () throws(ImageError) -> Void) throws(ImageError) {
        let result = paths.withLock { paths in
            let result = Result { () throws(ImageError) in try body() }
            if case .failure = result { remove(path) }
            paths.remove(path)
            return result
        }
        try result.get()
    }
}
