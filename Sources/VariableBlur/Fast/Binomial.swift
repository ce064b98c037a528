/// The filter between two levels: six taps whose middle lies between two samples.
enum Binomial {
    static let weights = [1.0, 5, 10, 10, 5, 1].map { $0 / 32 }
}
