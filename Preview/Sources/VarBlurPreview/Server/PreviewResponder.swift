internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Answers the requests of the page.
///
/// The paths are compared as a whole with those that exist; nothing of a request becomes the path of a file.
struct PreviewResponder: HTTPResponder {
    let gate: Gate
    let session: Session
    let presence: Presence

    @Sendable func respond(to request: Request, context: PreviewContext) async -> Response {
        let reply: Reply
        do throws(Refusal) {
            guard let path = gate.path(of: request) else { throw .forbidden }
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
        case (.get, "session.json"): return await session.description
        case (.get, "events"): return presence.events
        case (.get, _):
            guard let file = PageFile(path: path) else { throw .notFound }
            return Reply(file.bytes, type: file.type)
        case (.post, "pictures"):
            let bytes = try await Body.bytes(of: request, limit: session.limits.inputBytes, context)
            return await session.addPicture(bytes, name: Body.name(query))
        case (.post, "masks"):
            let bytes = try await Body.bytes(of: request, limit: session.limits.inputBytes, context)
            return await session.addMask(bytes, name: Body.name(query))
        case (.post, "open"): return await session.open(try await Body.json(OpenRequest.self, of: request, context))
        case (.post, "render"):
            return await session.render(try await Body.json(RenderRequest.self, of: request, context))
        case (.post, "job"):
            return await session.perform(try await Body.json(JobDescription.self, of: request, context))
        case (_, "session.json"), (_, "events"), (_, "pictures"), (_, "masks"), (_, "render"), (_, "job"), (_, "open"):
            throw .methodNotAllowed
        default: throw .notFound
        }
    }
}
