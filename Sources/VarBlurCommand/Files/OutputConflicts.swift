internal import ArgumentParser
internal import VariableBlurCodecs

/// Finds conflicts between the inputs and outputs of a run, however their paths are spelled.
enum OutputConflicts {
    typealias Pair = (input: InputFile, output: String)

    /// Removes each input that is the output of another input.
    ///
    /// Without this rule, a second run with `--suffix` would blur the outputs of the first run again.
    ///
    /// - Returns: the paths of the removed inputs.
    /// - Throws: `ValidationError` if two inputs have the same output, or an input would be its own output.
    static func removeOutputsFromInputs(_ pairs: inout [Pair]) throws -> [String] {
        var canonicalPath = CanonicalPath()
        let removed = try outputsAmongInputs(pairs, &canonicalPath)
        let removedPaths = removed.sorted().map { pairs[$0].input.path }
        pairs = pairs.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
        try requireDistinctOutputs(pairs, &canonicalPath)
        return removedPaths
    }

    /// The indices of inputs that are outputs of other inputs.
    private static func outputsAmongInputs(_ pairs: [Pair], _ canonicalPath: inout CanonicalPath) throws -> Set<Int> {
        var inputs: [String: Int] = [:]
        for (index, pair) in pairs.enumerated() { inputs[canonicalPath.file(pair.input.path)] = index }
        var outputs: Set<Int> = []
        for (index, pair) in pairs.enumerated() {
            guard let other = inputs[canonicalPath.file(pair.output)] else { continue }
            guard pairs[other].input.path != pair.input.path, other != index else {
                throw ValidationError(
                    "The output of '\(ImageError.printable(pair.input.path))' would be the input itself. "
                        + "Use --in-place to replace inputs.")
            }
            outputs.insert(other)
        }
        return outputs
    }

    private static func requireDistinctOutputs(_ pairs: [Pair], _ canonicalPath: inout CanonicalPath) throws {
        var inputs: [String: String] = [:]
        for pair in pairs {
            guard let first = inputs.updateValue(pair.input.path, forKey: canonicalPath.file(pair.output)) else {
                continue
            }
            throw ValidationError(
                "'\(ImageError.printable(first))' and '\(ImageError.printable(pair.input.path))' would both be written "
                    + "to '\(ImageError.printable(pair.output))'. Use --name-template '{dir}/{name}{ext}', "
                    + "or use separate runs.")
        }
    }
}
