internal import Hummingbird

extension Session: Site {
    var paths: Set<String> { ["pictures", "masks", "open", "check", "render", "output", "job"] }

    func answer(
        _ path: String, query: Substring, _ request: Request, _ context: PreviewContext
    ) async throws(Refusal) -> Reply {
        let page = Body.page(request)
        switch path {
        case "pictures":
            let bytes = try await Body.bytes(of: request, limit: limits.inputBytes, context)
            return await addPicture(
                bytes, name: Body.name(query), beside: Body.shownPicture(query), allowsDamage: Body.allowsDamage(query))
        case "masks":
            let bytes = try await Body.bytes(of: request, limit: limits.inputBytes, context)
            return await addMask(bytes, name: Body.name(query))
        case "open": return await open(try await Body.json(OpenRequest.self, of: request, context))
        case "check": return await check(try await Body.json(JobDescription.self, of: request, context))
        case "render": return await render(try await Body.json(RenderRequest.self, of: request, context), page)
        case "output": return await renderOutput(try await Body.json(RenderRequest.self, of: request, context), page)
        case "job": return await perform(try await Body.json(JobDescription.self, of: request, context), page)
        default: throw .notFound
        }
    }
}
