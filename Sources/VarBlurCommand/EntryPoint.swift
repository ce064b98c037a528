internal import CProgramArguments
internal import VariableBlurCodecs

/// Where the program begins: reads the arguments, of which paths may be no UTF-8.
@main
enum Main {
    static func main() { Program.run(arguments) }

    private static var arguments: [String] {
        let given = Int(program_arguments_count())
        let count = given > 0 ? given : Int(CommandLine.argc)
        return (1..<max(count, 1)).compactMap { index in
            let bytes = unsafe given > 0 ? program_argument(CInt(index)) : UnsafePointer(CommandLine.unsafeArgv[index])
            return unsafe bytes.map { unsafe SystemPath.text($0) }
        }
    }
}
