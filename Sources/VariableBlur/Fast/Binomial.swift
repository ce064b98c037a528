/// The filter between two levels: six taps whose middle lies between two samples.
enum Binomial {
    static let weights = [1.0, 5, 10, 10, 5, 1].map { $0 / 32 }
    /// The weights of the outer, the next and the inner pair, for averages, in fractions of 32768.
    static let pairWeights: [Int16] = [2048, 10240, 20480]
}
