internal import CVarBlurPlatform
internal import VarBlurLibC

/// The start of another program.
///
/// All processes are created here. A new one gets its standard streams and nothing else that is open in this process: it cannot use
/// files, pipes, and connections of this process, nor keep them open. It blocks no signal.
package struct ProgramStart: Sendable {
    /// What a standard stream of the new process is.
    package enum Stream: Sendable {
        /// The null device.
        case null
        /// The same stream of this process.
        case inherited
        /// An open descriptor.
        case descriptor(CInt)
    }

    /// Why a program was not started.
    package struct Failure: Error {
        /// The error number of the system.
        package let number: CInt

        /// The failure with an error number of the system.
        package init(number: CInt) { self.number = number }

        /// The reason in words.
        package var cause: String { unsafe String(cString: strerror(number)) }
    }

    private let program: String
    private let arguments: [String]
    /// Standard input.
    package var input = Stream.null
    /// Standard output.
    package var output = Stream.null
    /// Standard error.
    package var errors = Stream.null
    /// Whether the process leads a process group of its own, which Ctrl-C does not reach, and handles signals in the default way.
    package var leadsGroup = false

    /// Describes the start of a program.
    ///
    /// - Parameters:
    ///   - program: the path, or a name to search for in `PATH`.
    ///   - arguments: the arguments without the name. Every user can read them while the program runs.
    package init(_ program: String, _ arguments: [String] = []) {
        (self.program, self.arguments) = (program, arguments)
    }

    /// Starts the program.
    ///
    /// - Returns: the number of the process.
    /// - Throws: the error of the system.
    package func start() throws(Failure) -> Int32 {
        let pointers = unsafe ([program] + arguments).map { text -> UnsafeMutablePointer<CChar>? in
            unsafe SystemPath.withBytes(text) { unsafe strdup($0) }
        }
        defer { unsafe pointers.forEach { unsafe free($0) } }
        let streams = [input.number, output.number, errors.number]
        var process: CInt = 0
        let number = unsafe SystemPath.withBytes(program) { path in
            unsafe process_start(path, pointers + [nil], streams, leadsGroup, &process)
        }
        guard number == 0 else { throw Failure(number: number) }
        return process
    }

    /// The directories that may contain the running program, where the programs that belong to it are; there is at least one.
    package static var ownDirectories: [String] {
        var result: [String] = []
        #if os(Linux)
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            if unsafe readlink("/proc/self/exe", &buffer, Int(PATH_MAX)) > 0 {
                result.append(PathName.directory(of: unsafe SystemPath.text(buffer)))
            }
        #endif
        let started = unsafe program_path().map { unsafe SystemPath.text($0) } ?? "varblur"
        if started.utf8.contains(UInt8(ascii: "/")) || result.isEmpty {
            result.append(PathName.directory(of: started))
        }
        return result
    }
}

extension ProgramStart.Stream {
    fileprivate var number: CInt {
        switch self {
        case .null: CInt(PROCESS_STREAM_NULL)
        case .inherited: CInt(PROCESS_STREAM_INHERITED)
        case .descriptor(let number): number
        }
    }
}
