internal import ArgumentParser
internal import CPlatform
public import VariableBlurCodecs

/// The command-line tool `varblur`, for its executable and for programs that test its options.
public enum CommandLineTool {
    /// Runs the tool with the arguments of the process.
    ///
    /// Returns after success. After an error, writes a message to standard error and ends the process with the exit
    /// status that the manual page lists.
    public static func main() { Program.run(processArguments) }

    /// Parses the arguments of `varblur` without running them: no file is opened and no settings are read.
    ///
    /// - Parameter arguments: the arguments without the name of the program. A second file name is the output, whose
    ///   extension selects the format.
    /// - Returns: the job for one image.
    /// - Throws: ``CommandLineError`` for usage errors, and if help or the version is requested.
    public static func parseJob(_ arguments: [String]) throws(CommandLineError) -> BlurJob {
        do {
            let request = try VarBlur.request(arguments)
            let output = request.paths.dropFirst().first
            return try request.job.job(output: output, defaultThreads: nil, imagesAtOnce: 1)
        } catch {
            let parser = CommandArguments<VarBlur>.self
            let status = parser.exitCode(for: error)
            let message =
                status == .success
                ? parser.fullMessage(for: error)
                : UsageMessage(error, of: VarBlur.self, CommandLineScan(arguments)).text
            throw CommandLineError(message: message, exitStatus: status.rawValue)
        }
    }

    /// Parses the arguments of `varblur` as the system passes them: each may consist of any bytes.
    ///
    /// - Parameter arguments: the arguments without the name of the program.
    /// - Returns: the job for one image.
    /// - Throws: ``CommandLineError`` for usage errors, and if help or the version is requested.
    public static func parseJob(bytes arguments: [[UInt8]]) throws(CommandLineError) -> BlurJob {
        try parseJob(arguments.map { SystemPath.text(bytes: $0) })
    }

    /// The arguments of the process without its name; paths that are not UTF-8 survive the round trip to the system.
    static var processArguments: [String] {
        let kept = Int(program_arguments_count())
        let count = kept > 0 ? kept : Int(CommandLine.argc)
        return (1..<max(count, 1)).compactMap { index in
            let bytes = unsafe kept > 0 ? program_argument(CInt(index)) : UnsafePointer(CommandLine.unsafeArgv[index])
            return unsafe bytes.map { unsafe SystemPath.text($0) }
        }
    }
}

/// Arguments that do not describe a job: a usage error, or a request for help or the version.
public struct CommandLineError: Error {
    /// The text that the tool prints.
    public let message: String
    /// The exit status of the tool: 64 for a usage error, 0 for help and the version.
    public let exitStatus: Int32

    init(message: String, exitStatus: Int32) { (self.message, self.exitStatus) = (message, exitStatus) }

    /// Creates a usage error.
    ///
    /// - Parameter usage: one sentence.
    public init(usage: String) { self.init(message: usage, exitStatus: ExitStatus.usage.rawValue) }
}
