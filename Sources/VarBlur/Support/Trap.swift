/// Ends the process with a message unless a condition of the interface holds: for errors of programmers, not of data.
///
/// Unlike that of `precondition`, the message is also written by optimized code.
///
/// - Parameters:
///   - condition: what must hold.
///   - message: what is wrong, without a period; it is made only if the condition does not hold.
///   - file: where the condition is checked.
///   - line: the line there.
@inlinable
@inline(__always)
package func trapUnless(
    _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !condition { trap(message(), file: file, line: line) }
}

/// Writes a message to standard error, and ends the process.
@usableFromInline
@inline(never)
package func trap(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError(message, file: file, line: line)
}
