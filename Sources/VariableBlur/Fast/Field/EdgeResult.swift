/// The weights of one result that an edge of the image affects: adjacent samples of a window.
struct EdgeResult {
    /// The index of the result on its level.
    let index: Int
    /// The first weighted sample, as a position in the window.
    let first: Int
    /// The weights as fractions of the inner loops' unit weight.
    let weights: [Int32]
}
