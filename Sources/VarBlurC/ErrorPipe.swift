internal import CVarBlurPlatform
internal import CVarBlur
internal import VarBlurLibC

/// The pipe that is standard error of another process, which ends when nobody can read it: with this process.
final class ErrorPipe {
    /// The end to write to.
    let inlet: CInt
    private let outlet: CInt

    init() throws(CallError) {
        var ends: [CInt] = [-1, -1]
        let error = process_pipe(&ends)
        guard error == 0 else {
            throw CallError(VARBLUR_OUT_OF_MEMORY, "cannot create a pipe: \(String(cString: strerror(error)))")
        }
        (outlet, inlet) = (ends[0], ends[1])
        // nobody reads while the other process works, which must not wait for room
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        close(outlet)
        close(inlet)
    }

    /// What the other process has written, or the end of it, without empty lines.
    func text() -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(outlet, &bytes, bytes.count)
        let lines = bytes.prefix(max(count, 0)).suffix(1 << 12).split(separator: 0x0A)
        return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}
