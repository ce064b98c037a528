/// XMP packets (ISO 16684-1).
enum XMPPacket {
    /// The prefix of a JPEG segment of XMP data.
    static let segmentPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// The parts of a packet before and after the descriptions of its resource, as they are written here.
    static let start = Array(
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(XMPNamespace.rdf)">

        """.utf8)
    static let end = Array("</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>".utf8)

    /// A rebuilt packet with a further description, or a packet with only that.
    static func adding(_ description: String, to packet: [UInt8]?) -> [UInt8] {
        start + Array(description.utf8) + (packet?.dropFirst(start.count) ?? end[...])
    }

    /// The maximum length of a packet in bytes.
    private static let maxCount = 16 << 20

    /// A packet with the known properties of another one, for an upright image.
    ///
    /// - Parameters:
    ///   - packet: the packet, in UTF-8.
    ///   - picture: the size and the colors of the output; `nil` if only the orientation changes.
    ///   - maxPacketCount: the number of bytes that the output can store; the longest properties are left out if there are more.
    ///   - deadline: the end of the allowed time.
    /// - Returns: the packet in UTF-8, at most 256 KiB and two names longer, and whether something was lost.
    /// - Throws: an error with the code `outOfMemory`, or `timeout` after the deadline.
    /// - Complexity: O(*n*)
    static func rebuilt(
        _ packet: [UInt8], for picture: OutputPicture? = nil, maxPacketCount: Int = .max, deadline: Deadline? = nil
    ) throws(ImageError) -> CheckedMetadata {
        guard packet.count <= maxCount else { return CheckedMetadata(nil, (.refusedText, true)) }
        let reader = XMPReader(picture, deadline)
        let isValid = try XMLParser.parse(packet[...].withoutTrailingZeros, reader, deadline: deadline)
        if reader.isLate, let deadline { throw deadline.error }
        guard isValid else { return CheckedMetadata(nil, (.invalid, true)) }
        let written = reader.packet(maxCount: maxPacketCount)
        return CheckedMetadata(
            written.bytes, (.refusedText, reader.hasRefused), (.unsupportedForm, reader.hasUnsupportedForm),
            (.tooLong, written.isCut))
    }
}
