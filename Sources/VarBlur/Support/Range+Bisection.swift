extension Range<Int> {
    /// The first number that is enough, as are all after it, by bisection; the end of the range if none is.
    package func bisected(_ isEnough: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isEnough(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
