internal import CVarBlurPlatform
internal import VarBlurLibC
package import VarBlurCodecs

/// A pipe between this process and one that it starts.
///
/// No program inherits its ends, except the one that gets an end as a standard stream.
package final class ProcessPipe {
    /// The end to read from; -1 after it was closed or taken.
    package private(set) var outlet: CInt
    /// The end to write to; -1 after it was closed or taken.
    package private(set) var inlet: CInt

    /// Creates a pipe.
    ///
    /// - Throws: the error of the system.
    package init() throws(ProgramStart.Failure) {
        var ends: [CInt] = [-1, -1]
        let number = unsafe process_pipe(&ends)
        guard number == 0 else { throw ProgramStart.Failure(number: number) }
        (outlet, inlet) = (ends[0], ends[1])
    }

    deinit {
        closeOutlet()
        closeInlet()
    }

    /// Closes the end to read from.
    package func closeOutlet() { if outlet >= 0 { _ = close(takeOutlet()) } }

    /// Closes the end to write to.
    package func closeInlet() { if inlet >= 0 { _ = close(takeInlet()) } }

    /// The end to read from, which the caller closes.
    package func takeOutlet() -> CInt {
        defer { outlet = -1 }
        return outlet
    }

    /// The end to write to, which the caller closes.
    package func takeInlet() -> CInt {
        defer { inlet = -1 }
        return inlet
    }
}
