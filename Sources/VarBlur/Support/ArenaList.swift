/// A list of plain values in an arena: unlike with an array, reading an element does no reference counting.
@safe
struct ArenaList<Element: BitwiseCopyable>: RandomAccessCollection {
    let base: UnsafeMutablePointer<Element>
    let endIndex: Int

    init(_ values: some Collection<Element>, arena: Arena) throws(BlurError) {
        unsafe base = try arena.allocate(values.count, of: Element.self, isZeroed: false)
        endIndex = values.count
        for (index, value) in values.enumerated() { unsafe base[index] = value }
    }

    var startIndex: Int { 0 }

    subscript(index: Int) -> Element {
        precondition(index >= 0 && index < endIndex, "there is no element \(index)")
        return unsafe base[index]
    }
}
