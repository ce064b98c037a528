/// The outputs that are not encoded yet.
final class EncodingQueue: @unchecked Sendable {
    private let monitor = Monitor()
    private var members: [PlannedOutput]
    private let sizes: [OutputSize]

    init(_ members: [PlannedOutput], _ sizes: [OutputSize]) {
        (self.members, self.sizes) = (members.reversed(), sizes)
    }

    /// The next output, and its blurred image.
    func next() -> (PlannedOutput, BufferedImage)? {
        monitor.withLock {
            guard let member = members.popLast(), let request = member.plan?.request,
                let image = sizes.first(where: { $0.suits(request) })?.image
            else { return nil }
            return (member, BufferedImage(rereading: image))
        }
    }
}
