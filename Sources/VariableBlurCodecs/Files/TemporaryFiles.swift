internal import LibC
import Synchronization

/// The temporary files that have a name at the moment, so that a program that is told to stop can remove them.
public enum TemporaryFiles {
    private static let paths = Mutex<Set<String>>([])

    /// Removes all of them and ends the process; none can be made in between.
    ///
    /// Meant for a thread that waits for signals, not for a signal handler.
    public static func removeAll(thenExit exit: () -> Never) -> Never {
        paths.withLock { paths in
            for path in paths { remove(path) }
            exit()
        }
    }

    /// Removes a file, if it is there.
    static func remove(_ path: String) { _ = unsafe SystemPath.withBytes(path) { unsafe unlink($0) } }

    /// Makes a file under a name that nothing else has, and notes the name.
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

    /// Calls `body`, after which the name is gone or belongs to a finished file.
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
