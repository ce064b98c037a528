internal import VarBlurCodecs

/// Finds conflicts between the inputs and outputs of a run, however their paths are spelled.
enum OutputConflicts {
    typealias Pair = PlannedOutput

    /// Removes each input that is the output of another input.
    ///
    /// Without this rule, a second run with `--suffix` would blur the outputs of the first run again.
    ///
    /// - Returns: the paths of the removed inputs.
    /// - Throws: `UsageError` if two inputs have the same output, or an input would be its own output.
    static func removeOutputsFromInputs(_ pairs: inout [Pair]) throws(UsageError) -> [String] {
        var keys = FileKeys()
        let inputs = pairs.map { keys.key($0.input.path) }
        let outputs = pairs.map { keys.key($0.output.path) }
        let removed = try outputsAmongInputs(pairs, inputs, outputs)
        let kept = pairs.indices.filter { !removed.contains(inputs[$0]) }
        var listed: Set<FileKeys.Key> = []
        let removedPaths = pairs.indices.filter {
            removed.contains(inputs[$0]) && listed.insert(inputs[$0]).inserted
        }
        .map { pairs[$0].input.path }
        try requireDistinctOutputs(kept.map { (pairs[$0], outputs[$0]) })
        pairs = kept.map { pairs[$0] }
        return removedPaths
    }

    /// The inputs that are outputs of other inputs.
    private static func outputsAmongInputs(
        _ pairs: [Pair], _ inputs: [FileKeys.Key], _ outputs: [FileKeys.Key]
    ) throws(UsageError) -> Set<FileKeys.Key> {
        let inputKeys = Set(inputs)
        var found: Set<FileKeys.Key> = []
        for (index, key) in outputs.enumerated() {
            guard inputKeys.contains(key) else { continue }
            guard key != inputs[index] else {
                throw UsageError(
                    "the output of '\(ImageError.printable(pairs[index].input.path))' would be the input itself",
                    remedy: "use --suffix or another --out-dir, so that the output has another path")
            }
            found.insert(key)
        }
        return found
    }

    /// Checks that no output would replace another file that the run reads.
    ///
    /// - Parameters:
    ///   - tasks: the tasks of the run.
    ///   - files: the paths of these files, and what they are.
    /// - Throws: `UsageError` for the first output that would.
    static func check(_ tasks: [ImageTask], against files: [(kind: String, path: String?)]) throws(UsageError) {
        var keys = FileKeys()
        var (kinds, identities): ([FileKeys.Key: String], [FileIdentity.Key: String]) = ([:], [:])
        for (kind, path) in files {
            guard let path, !path.isSame(as: "-") else { continue }
            kinds[keys.key(path)] = kind
            // links lead to the file, too
            if let identity = FileIdentity(path: path) { identities[identity.key] = kind }
        }
        if kinds.isEmpty { return }
        for task in tasks {
            for output in [task.output, task.maskOutput ?? ""] where !output.isEmpty && !output.isSame(as: "-") {
                let kind = kinds[keys.key(output)] ?? FileIdentity(path: output).flatMap { identities[$0.key] }
                guard let kind else { continue }
                throw UsageError(
                    "the output would replace '\(ImageError.printable(output))', the \(kind) of this run",
                    remedy: task.target == .input ? "leave it out of the images" : "choose another output")
            }
        }
    }

    private static func requireDistinctOutputs(_ pairs: [(pair: Pair, key: FileKeys.Key)]) throws(UsageError) {
        var inputs: [FileKeys.Key: String] = [:]
        for (pair, key) in pairs {
            guard let first = inputs.updateValue(pair.input.path, forKey: key) else { continue }
            throw collision(first, pair)
        }
    }

    /// The error for two inputs with the same output; the remedy is one that helps.
    private static func collision(_ first: String, _ pair: Pair) -> UsageError {
        let (second, output) = (pair.input.path, ImageError.printable(pair.output.path))
        if PathName.withoutLeadingDot(first).isSame(as: PathName.withoutLeadingDot(second)) {
            return pair.isFurtherOutput
                ? UsageError(
                    "several outputs of '\(ImageError.printable(first))' would be written to '\(output)'",
                    remedy: "use a name template with {width} and {ext}, such as '{dir}/{name}-{width}{ext}'")
                : UsageError(
                    "'\(ImageError.printable(first))' is listed twice, and both outputs would be '\(output)'",
                    remedy: "name it once; names with spaces need quotation marks, or --files-from")
        }
        // a template with {dir} tells only named inputs of different directories apart
        let isNamedAlike =
            pair.input.found != nil || PathName.directory(of: first).isSame(as: PathName.directory(of: second))
        return UsageError(
            "'\(ImageError.printable(first))' and '\(ImageError.printable(second))' would both be written to '\(output)'",
            remedy: isNamedAlike
                ? "use separate runs with another --out-dir or --suffix"
                : "use --name-template '{dir}/{name}{ext}', or use separate runs")
    }
}
