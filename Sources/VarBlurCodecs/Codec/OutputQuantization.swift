/// The quantization tables of an output that is encoded like its input.
public enum OutputQuantization: String, Sendable, Hashable {
    /// The tables of the input.
    case input
    /// Finer steps for low frequencies, which divide those of the input, so that blurred parts show no blocks.
    case finer
}
