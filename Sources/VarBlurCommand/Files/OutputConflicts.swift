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
                    remedy: pairs[index].format == nil
                        ? "use --in-place to replace inputs"
                        : "add --suffix or --out-dir, so that the output has another path")
            }
            found.insert(key)
        }
        return found
    }

    private static func requireDistinctOutputs(_ pairs: [(pair: Pair, key: FileKeys.Key)]) throws(UsageError) {
        var inputs: [FileKeys.Key: String] = [:]
        for (pair, key) in pairs {
            guard let first = inputs.updateValue(pair.input.path, forKey: key) else { continue }
            throw UsageError(
                "'\(ImageError.printable(first))' and '\(ImageError.printable(pair.input.path))' would both be written to '\(ImageError.printable(pair.output.path))'",
                remedy: "use --name-template '{dir}/{name}{ext}', or use separate runs")
        }
    }
}
