internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Answers the requests of the page.
///
/// The paths are compared as a whole with those that exist; nothing of a request becomes the path of a file.
struct PreviewResponder: HTTPResponder {
    let gate: Gate
    let connections: Connections
    let site: any Site
    let presence: Presence

    @Sendable func respond(to request: Request, context: PreviewContext) async -> Response {
        let reply: Reply
        do throws(Refusal) {
            guard let path = gate.path(of: request) else { throw .forbidden }
            connections.admit(context.channel)
            reply = try await answer(request, path, context)
        } catch {
            // a body that has not been read is not waited for
            let channel = context.channel
            _ = channel.eventLoop.scheduleTask(in: .milliseconds(500)) { channel.close(promise: nil) }
            reply = Reply(refusal: error)
        }
        return reply.response
    }

    private func answer(
        _ request: Request, _ target: Substring, _ context: PreviewContext
    ) async throws(Refusal) -> Reply {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let (path, query) = (String(parts[0]), parts.count > 1 ? parts[1] : "")
        switch (request.method, path) {
        case (.get, "session.json"): return await site.description
        case (.get, "events"): return presence.events
        case (.get, _):
            guard let file = PageFile(path: path) else { throw .notFound }
            if path.isEmpty { Browser.removeLaunchFile() }
            return Reply(file.bytes, type: file.type)
        case (.post, _) where site.paths.contains(path):
            return try await site.answer(path, query: query, request, context)
        case _ where ["session.json", "events"].contains(path) || site.paths.contains(path): throw .methodNotAllowed
        default: throw .notFound
        }
    }
}
