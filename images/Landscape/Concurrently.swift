/// The results of a function for the numbers below a count, computed on all processors.
func concurrently<Result: Sendable>(
    _ count: Int, _ function: @escaping @Sendable (_ number: Int) -> Result
) async -> [Result] {
    let part = count > 200 ? 16 : 1
    return await withTaskGroup(of: (Int, [Result]).self) { group in
        for start in stride(from: 0, to: count, by: part) {
            group.addTask { (start, (start..<min(start + part, count)).map(function)) }
        }
        var parts: [(Int, [Result])] = []
        for await part in group { parts.append(part) }
        return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
}
