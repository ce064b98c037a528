internal import CBlurKernels

/// The results of a row that the edges affect, in groups for the inner loop `sum_along`.
@safe
struct EdgeColumns {
    let groups: UnsafeMutablePointer<blur_edge_group>
    private(set) var count = 0
    private let groupCapacity: Int
    private let weights: UnsafeMutablePointer<Int32>
    private let weightCapacity: Int

    private static let groupSize = Int(BLUR_EDGE_GROUP_SIZE)

    /// Allocates memory for `capacity` results, of which at most two parts are not adjacent, from windows of `windowCount` samples.
    init(capacity: Int, windowCount: Int, arena: Arena) throws(BlurError) {
        groupCapacity = capacity / Self.groupSize + 3
        weightCapacity = groupCapacity * Self.groupSize * windowCount
        unsafe groups = try arena.allocate(groupCapacity, of: blur_edge_group.self)
        unsafe weights = try arena.allocate(weightCapacity, of: Int32.self)
    }

    /// Sets the results, in ascending order, whose indices are relative to those of `columns`.
    mutating func set(_ results: [EdgeResult], _ columns: Range<Int>) {
        var (first, offset) = (0, 0)
        count = 0
        while first < results.count {
            var end = first + 1
            while end < results.count && end - first < Self.groupSize
                && results[end].index == results[end - 1].index + 1
            {
                end += 1
            }
            append(results[first..<end], columns, &offset)
            first = end
        }
    }

    private mutating func append(_ results: ArraySlice<EdgeResult>, _ columns: Range<Int>, _ offset: inout Int) {
        let (first, size) = (results.startIndex, Self.groupSize)
        let samples = results.map { $0.first..<$0.first + $0.weights.count }.hullOfAll
        precondition(
            count < groupCapacity && offset + samples.count * size <= weightCapacity,
            "\(count + 1) groups of results exceed the memory for them")
        let target = unsafe weights + offset
        unsafe target.update(repeating: 0, count: samples.count * size)
        for (index, result) in results.enumerated() {
            for (tap, weight) in result.weights.enumerated() {
                unsafe target[(result.first - samples.lowerBound + tap) * size + index] = weight
            }
        }
        unsafe groups[count] = unsafe blur_edge_group(
            weights: target, first_result: results[first].index - columns.lowerBound, result_count: results.count,
            first_sample: samples.lowerBound, sample_count: samples.count)
        offset += samples.count * size
        count += 1
    }
}
