extension ArraySlice<UInt8> {
    /// The bytes before the zeros at the end, which some programs add to texts.
    var withoutTrailingZeros: ArraySlice { self[..<(lastIndex { $0 != 0 }.map { $0 + 1 } ?? startIndex)] }
}
