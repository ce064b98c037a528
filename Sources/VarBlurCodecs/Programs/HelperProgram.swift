internal import CHelperMessages
internal import VarBlurLibC
internal import Synchronization

/// A program that works on files with a library, each in a process of its own.
///
/// Such a library cannot be interrupted, and what it does with a file that was made for it must be limited.
package final class HelperProgram: Sendable {
    /// `varblur-heif`, which reads and writes HEIF files with libheif, and JPEG XL files with libjxl.
    package static let heif = HelperProgram("varblur-heif", package: "varblur-heif", target: "heif")
    /// `varblur-svg`, which draws SVG files with librsvg, and unpacks fonts with FreeType.
    package static let svg = HelperProgram("varblur-svg", package: "varblur-scenes", target: "compose")

    private let name: String
    private let package: String
    private let target: String

    private init(_ name: String, package: String, target: String) {
        (self.name, self.package, self.target) = (name, package, target)
    }

    /// This process's end of the socket through which the program gets channels; `nil` if the program was not started.
    private let control = Mutex<CInt?>(nil)
    /// A directory that is searched before the others; `nil` for none.
    private static let firstPlace = Mutex<String?>(nil)

    /// What happens when the first file is given to a program; `nil` for nothing, and afterwards.
    private static let firstUse = Mutex<(@Sendable () -> Void)?>(nil)

    /// Sets what happens when the first file is given to a program.
    package static func onFirstUse(_ action: @escaping @Sendable () -> Void) { firstUse.withLock { $0 = action } }

    /// Starts the program, if it is installed: a sandbox lets it start no more, but gives it images.
    ///
    /// Until then it loads no library.
    ///
    /// - Parameter directory: a directory that is searched before the others, from now on; `nil` leaves the search as it is.
    package func prepare(in directory: String? = nil) {
        if let directory { Self.firstPlace.withLock { $0 = directory } }
        control.withLock { control in if control == nil { control = try? start() } }
    }

    /// What a program needs to start, in bytes.
    private static let leastMemory = 32 << 20

    /// Opens a channel for one file.
    ///
    /// - Parameters:
    ///   - kind: the kind of the task.
    ///   - purpose: what the program does with the file, as part of a sentence.
    /// - Returns: its descriptor.
    /// - Throws: an error with the code `unavailable` or `fault`.
    func openChannel(kind: UInt8, purpose: String) throws(ImageError) -> CInt {
        let channel = try control.withLock { (control) throws(ImageError) in
            try openChannel(&control, kind, purpose)
        }
        let action = Self.firstUse.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
        return channel
    }

    private func openChannel(
        _ control: inout CInt?, _ kind: UInt8, _ purpose: String
    ) throws(ImageError) -> CInt {
        if let running = control {
            let channel = helper_open_channel(running, kind)
            if channel >= 0 { return channel }
            guard Self.hasEnded else { throw failure(purpose) }
            // the program has ended
            _ = close(running)
            control = nil
        }
        let started: CInt
        do throws(ProgramStart.Failure) { started = try start() } catch {
            guard error.number == ENOENT else {
                throw ImageError(.unavailable, "\(name), which \(purpose), cannot be started: \(error.cause)")
            }
            throw ImageError(
                .unavailable, "\(name), which \(purpose), is not installed",
                remedy: remedy("install the package \(package)"))
        }
        control = started
        let channel = helper_open_channel(started, kind)
        guard channel >= 0 else {
            throw Self.hasEnded ? broken(purpose, "ended without an answer") : failure(purpose)
        }
        return channel
    }

    /// Whether a message could not be sent because the program has ended.
    private static var hasEnded: Bool { errno == EPIPE || errno == ECONNRESET }

    /// The error if something else has the place of the program, whatever file it gets.
    func broken(_ purpose: String, _ what: String) -> ImageError {
        // it inherits the limit on its address space
        if MemoryBudget.shared.total.byteCount < Self.leastMemory { return CodecStatus.outOfMemory }
        return ImageError(
            .unavailable, "\(name), which \(purpose), \(what)", remedy: remedy("install the package \(package) again"))
    }

    private func remedy(_ first: String) -> String {
        "\(first), or build and install the program with 'make \(target) install'"
    }

    private func failure(_ purpose: String) -> ImageError {
        ImageError(.fault, "\(name), which \(purpose), cannot be reached: \(SystemError.text)")
    }

    /// Starts the program.
    private func start() throws(ProgramStart.Failure) -> CInt {
        guard let path = places.first(where: { unsafe SystemPath.withBytes($0) { unsafe access($0, X_OK) } == 0 })
        else {
            throw ProgramStart.Failure(number: ENOENT)
        }
        var ends: [CInt] = [-1, -1]
        let number = unsafe helper_socket_pair(&ends)
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
    private var places: [String] {
        let searched = unsafe getenv("PATH").map { unsafe SystemPath.text($0) } ?? ""
        let first = Self.firstPlace.withLock { $0 }.map { ["\($0)/\(name)"] } ?? []
        return first + ProgramStart.ownDirectories.flatMap { ["\($0)/\(name)", "\($0)/../libexec/\(name)"] }
            + searched.split(separator: ":").map { "\($0)/\(name)" }
    }
}
