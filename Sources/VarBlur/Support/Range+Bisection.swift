extension Range<Int> {
    /// The first number that is enough, as are all after it, by bisection; the end of the range if none is.
    @inlinable
    package func bisected<Failure>(_ isEnough: (Int) throws(Failure) -> Bool) throws(Failure) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if try isEnough(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
