internal import CHEIFMessages
internal import LibC
internal import Synchronization

/// The program `varblur-heif`, which reads and writes HEIF files with libheif, each in a process of its own.
///
/// libheif cannot be interrupted, and its decoders are those of videos: what they do with a file that was made for them must be limited.
package enum HEIFProcess {
    static let name = "varblur-heif"

    /// This process's end of the socket through which the program gets channels; `nil` if the program was not started.
    private static let control = Mutex<CInt?>(nil)
    /// A directory that is searched before the others; `nil` for none.
    private static let firstPlace = Mutex<String?>(nil)

    /// What happens when the first image is given to the program; `nil` for nothing, and afterwards.
    private static let firstUse = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets what happens when the first image is given to the program.
    package static func onFirstUse(_ action: @escaping @Sendable () -> Void) { firstUse.withLock { $0 = action } }

    /// Starts the program, if it is installed: a sandbox lets it start no more, but gives it images.
    ///
    /// Until then it loads no library.
    ///
    /// - Parameter directory: a directory that is searched before the others, from now on; `nil` leaves the search as it is.
    package static func prepare(in directory: String? = nil) {
        if let directory { firstPlace.withLock { $0 = directory } }
        control.withLock { control in if control == nil { control = try? start() } }
    }

    /// What the program needs to start, in bytes.
    private static let leastMemory = 32 << 20

    /// Opens a channel for one image.
    ///
    /// - Throws: an error with the code `unavailable` or `fault`.
    static func openChannel(_ format: ImageFormat) throws(ImageError) -> CInt {
        let result = control.withLock { control in
            Result { () throws(ImageError) in try openChannel(&control, format) }
        }
        let channel = try result.get()
        let action = firstUse.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
        return channel
    }

    private static func openChannel(_ control: inout CInt?, _ format: ImageFormat) throws(ImageError) -> CInt {
        if let running = control {
            let channel = heif_open_channel(running)
            if channel >= 0 { return channel }
            guard hasEnded else { throw failure(format) }
            // the program has ended
            _ = close(running)
            control = nil
        }
        let started: CInt
        do throws(ProgramStart.Failure) { started = try start() } catch {
            guard error.number == ENOENT else {
                throw ImageError(.unavailable, "\(name), which \(purpose(format)), cannot be started: \(error.cause)")
            }
            throw ImageError(
                .unavailable, "\(name), which \(purpose(format)), is not installed",
                remedy: "install the package varblur-heif, or build and install the program with 'make heif install'")
        }
        control = started
        let channel = heif_open_channel(started)
        guard channel >= 0 else { throw hasEnded ? broken(format, "ended without an answer") : failure(format) }
        return channel
    }

    /// Whether a message could not be sent because the program has ended.
    private static var hasEnded: Bool { errno == EPIPE || errno == ECONNRESET }

    /// The error if something else has the place of the program, whatever image it gets.
    static func broken(_ format: ImageFormat, _ what: String) -> ImageError {
        // it inherits the limit on its address space
        if MemoryBudget.shared.total.byteCount < leastMemory { return CodecStatus.outOfMemory }
        return ImageError(
            .unavailable, "\(name), which \(purpose(format)), \(what)",
            remedy: "install the package varblur-heif again, or build and install the program with 'make heif install'")
    }

    /// What the program does with the files of a format, as part of a sentence.
    static func purpose(_ format: ImageFormat) -> String {
        format == .heic ? "reads HEIC files" : "reads and writes \(format.name) files"
    }

    private static func failure(_ format: ImageFormat) -> ImageError {
        ImageError(.fault, "\(name), which \(purpose(format)), cannot be reached: \(SystemError.text)")
    }

    /// Starts the program.
    private static func start() throws(ProgramStart.Failure) -> CInt {
        guard let path = places.first(where: { unsafe SystemPath.withBytes($0) { unsafe access($0, X_OK) } == 0 })
        else {
            throw ProgramStart.Failure(number: ENOENT)
        }
        var ends: [CInt] = [-1, -1]
        let number = unsafe heif_socket_pair(&ends)
        guard number == 0 else { throw ProgramStart.Failure(number: number) }
        defer { _ = close(ends[1]) }
        var program = ProgramStart(path)
        program.input = .descriptor(ends[1])
        do throws(ProgramStart.Failure) { _ = try program.start() } catch {
            _ = close(ends[0])
            throw error
        }
        return ends[0]
    }

    /// Where the program may be.
    private static var places: [String] {
        let searched = unsafe getenv("PATH").map { unsafe SystemPath.text($0) } ?? ""
        let first = firstPlace.withLock { $0 }.map { ["\($0)/\(name)"] } ?? []
        return first + ProgramStart.ownDirectories.flatMap { ["\($0)/\(name)", "\($0)/../libexec/\(name)"] }
            + searched.split(separator: ":").map { "\($0)/\(name)" }
    }
}
