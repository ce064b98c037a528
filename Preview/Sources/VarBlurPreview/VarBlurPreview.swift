internal import Dispatch
internal import VarBlurLibC
internal import Logging
internal import ServiceLifecycle
internal import VarBlurCommand
internal import VarBlurCodecs

/// The program `varblur-preview`: serves a page on which the options of `varblur` are tuned.
///
/// The program also starts itself, as a process that works on a picture.
@main
enum VarBlurPreview {
    static func main() {
        if ProcessArguments.list.elementsEqual([ImageWorker.argument]) { ImageWorker.run() }
        Task.detached { await start() }
        dispatchMain()
    }

    private static func start() async {
        let request = CommandLineTool.previewRequest()
        // the processes that work on pictures show nothing
        Sandbox.notice()
        // a program that draws may end before it has read what it is told
        signal(SIGPIPE, SIG_IGN)
        let ending = await Ending()
        do {
            let site: any Site =
                if let scene = request.scene {
                    try await SceneSession(scene, request)
                } else {
                    try Session(request)
                }
            try await serve(site, request, until: ending)
            Ending.end()
        } catch _ where ending.isInterrupted {
            Ending.end()
        } catch let error as ImageError {
            System.fail("\(error)", status: error.code == .unreadable ? 66 : 65)
        } catch let error as SceneProgram.Failure {
            let label = error.isAboutScene ? "\(request.scene ?? ""): " : ""
            System.fail(
                error.messages.map { label + $0 }.joined(separator: "\nvarblur: error: "), status: error.status)
        } catch let error as CommandLineError {
            System.fail(error.cause + (error.remedy.map { " (\($0))" } ?? ""), status: error.exitStatus)
        } catch {
            let place = request.port.map { "port \($0)" } ?? "a free port"
            System.fail("the page cannot be served at \(place): \(error)", status: 74)
        }
    }

    /// Serves the page until a signal arrives, or until the page has been closed for a while.
    private static func serve(_ site: any Site, _ request: PreviewRequest, until ending: Ending) async throws {
        let presence = Presence()
        let server = PreviewServer(site: site, presence: presence, port: request.port ?? 0) { address in
            // the first line of the output, which programs may read
            System.write(address + "\n", to: .output)
            System.write("varblur: Ctrl-C ends the preview\n", to: .errors)
            if request.opensBrowser { Browser.open(address) }
        }
        let services = [
            ServiceGroupConfiguration.ServiceConfiguration(service: server.application),
            ServiceGroupConfiguration.ServiceConfiguration(
                service: presence, successTerminationBehavior: .gracefullyShutdownGroup),
            ServiceGroupConfiguration.ServiceConfiguration(
                service: ending, successTerminationBehavior: .gracefullyShutdownGroup),
        ]
        var configuration = ServiceGroupConfiguration(services: services, logger: PreviewServer.logger)
        configuration.maximumGracefulShutdownDuration = .seconds(3)
        try await ServiceGroup(configuration: configuration).run()
        guard presence.isOver, !ending.isInterrupted else { return }
        System.write("varblur: the preview has ended, because its page was closed\n", to: .errors)
    }
}
