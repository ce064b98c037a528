internal import Hummingbird

/// What a page works on, and the requests that it sends.
protocol Site: Sendable {
    /// What the page needs to start.
    var description: Reply { get async }

    /// The paths of the requests with a body.
    var paths: Set<String> { get }

    /// Answers a request with a body.
    ///
    /// - Parameters:
    ///   - path: one of the ``paths``.
    ///   - query: the text after the path.
    ///   - request: the request, whose body has not been read.
    ///   - context: its connection.
    /// - Returns: the answer, which may be a message about mistakes.
    /// - Throws: a refusal if the request is not understood.
    func answer(
        _ path: String, query: Substring, _ request: Request, _ context: PreviewContext
    ) async throws(Refusal) -> Reply
}
