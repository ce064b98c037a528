internal import VarBlur
internal import VarBlurCodecs

/// The output of `--version --verbose`: the versions of the codec libraries, the instruction sets, the processors, and the sandbox.
enum VersionReport {
    static var text: String {
        let libraries = CodecLibraries.versions.map { "\($0.name): \($0.version)" }
        let sets = InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", ")
        return
            (["varblur \(ToolVersion.text)"] + libraries + [
                "instruction sets: \(sets) (in use: \(InstructionSet.standard.rawValue))",
                "processors: \(BlurExecution().threadCount)", "sandbox: \(Sandbox.support)",
            ]).joined(separator: "\n")
    }
}
