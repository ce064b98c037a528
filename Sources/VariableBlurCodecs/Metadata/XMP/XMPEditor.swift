/// Finds what to remove from an XMP packet, and where it says how the image is turned.
///
/// The elements down to the nodes of RDF are frames: they group properties and contain no text. A property that may
/// contain an image is removed as a whole; one of a known picture format, with all that becomes empty by that. If any is
/// removed, others with long sequences of letters and digits may contain the rest of the same image and are removed, too.
final class XMPEditor: XMLHandler {
    /// A change of the packet.
    struct Edit {
        let range: Range<Int>
        let replacement: [UInt8]
    }

    /// An element whose end tag has not been reached.
    private struct Element {
        let name: XMLName
        let start: Int
        let contentStart: Int
        let isFrame: Bool
        /// Whether the element is removed with any content.
        var isRemoved = false
        var hasRemovedPart = false
        /// Whether the element has attributes, elements, or text to keep.
        var isNeeded = false
        /// The text, cut where it is longer than any that is kept.
        var text: [UInt8] = []
        var isBlank = true
    }

    private static let maxDepth = 64
    private static let maxEditCount = 65_536
    /// The maximum number of names that are inspected only once.
    private static let maxKnownNames = 4096
    /// The maximum number of digits at the end of a name that do not make it another one.
    private static let maxNameDigits = 6
    /// The letters and digits in long sequences that may remain if a part of an image is removed.
    private static let maxRestOfImage = 255
    /// The maximum length of a namespace; Expat copies it for each attribute.
    private static let maxNamespaceCount = 256
    private static let maxNameCount = 128
    /// The maximum length of the instructions that enclose a packet, and their maximum number.
    private static let (maxInstructionCount, maxInstructions) = (128, 2)

    private let packet: [UInt8]
    private let deadline: Deadline?
    /// The number of parts so far.
    private var partCount = 0
    private var stack: [Element] = []
    private var instructionCount = 0
    private var values = TextInspector()
    private var names = TextInspector()
    private var knownNames: Set<String> = []
    /// The properties that may contain a part of an image.
    private var doubtful: [Range<Int>] = []
    private var lastNamespace = (name: "", isOfPictures: false)

    /// The changes in ascending order, not overlapping.
    private(set) var edits: [Edit] = []
    /// Whether something that may contain an image is removed, or is the reason why the packet was refused.
    private(set) var hasPossibleImage = false
    /// Whether the deadline has passed.
    private(set) var isLate = false

    init(_ packet: [UInt8], _ deadline: Deadline?) { (self.packet, self.deadline) = (packet, deadline) }

    func declaration(_ range: Range<Int>) -> Bool {
        remove(range)
        return true
    }

    func comment(_ range: Range<Int>) -> Bool {
        remove(range)
        return mayContinue
    }

    func instruction(_ target: String, _ contents: [UInt8], _ range: Range<Int>) -> Bool {
        let isPart = contents.starts(with: Array("begin=".utf8)) || contents.starts(with: Array("end=".utf8))
        if target == "xpacket" && isPart && stack.isEmpty && range.count <= Self.maxInstructionCount {
            instructionCount += 1
            if instructionCount <= Self.maxInstructions { return true }
        }
        remove(range)
        return mayContinue
    }

    func namespace(_ prefix: [UInt8], _ namespace: [UInt8]) -> Bool {
        guard mayContinue, prefix.count <= Self.maxNameCount, namespace.count <= Self.maxNamespaceCount else {
            return false
        }
        return accept(name: prefix) && accept(name: namespace)
    }

    func startElement(_ name: XMLName, _ attributes: [XMLAttribute], _ tag: Range<Int>) -> Bool {
        guard mayContinue, stack.count < Self.maxDepth, accept(name) else { return false }
        let parentIsFrame = stack.last?.isFrame ?? true
        let isFrame = stack.isEmpty || (parentIsFrame && (name == XMPNames.rdfRoot || isInRDFRoot))
        var element = Element(name: name, start: tag.lowerBound, contentStart: tag.upperBound, isFrame: isFrame)
        if parentIsFrame { values.beginGroup() }
        if isPicture(name) {
            guard !isFrame else { return refuse() }
            element.isRemoved = true
        }
        stack.append(element)
        return attributes.isEmpty || isInRemovedElement || note(attributes, tag)
    }

    func text(_ bytes: [UInt8]) -> Bool {
        guard mayContinue, !stack.isEmpty else { return false }
        let last = stack.count - 1
        stack[last].isBlank = stack[last].isBlank && bytes.allSatisfy { $0 <= 0x20 }
        stack[last].text += bytes.prefix(TextInspector.maxCount + 1 - stack[last].text.count)
        return true
    }

    func endElement(_ tag: Range<Int>) -> Bool {
        guard mayContinue, let last = stack.last else { return false }
        if last.isFrame {
            stack.removeLast()
            if !stack.isEmpty { stack[stack.count - 1].isNeeded = true }
            return last.isBlank
        }
        if !last.isBlank && !isInRemovedElement {
            if values.verdict(on: last.text) == .text {
                stack[stack.count - 1].isNeeded = true
            } else {
                removeProperty()
            }
        }
        let element = stack.removeLast()
        let parent = stack.count - 1
        if element.isRemoved || (element.hasRemovedPart && !element.isNeeded) {
            remove(element.start..<tag.upperBound)
            stack[parent].hasRemovedPart = true
            return true
        }
        if stack[parent].isFrame && values.longGroupTotal > 0 { doubtful.append(element.start..<tag.upperBound) }
        stack[parent].isNeeded = true
        if element.name == XMPNames.orientation && element.contentStart < tag.lowerBound {
            replace(element.contentStart..<tag.lowerBound)
        }
        return true
    }

    /// Whether the current element contains the nodes of RDF.
    private var isInRDFRoot: Bool { stack.last?.name == XMPNames.rdfRoot }

    /// Whether the changes stay within their limit, and the deadline has not passed; it is checked for some of the
    /// parts only.
    private var mayContinue: Bool {
        partCount += 1
        guard edits.count <= Self.maxEditCount else { return false }
        guard partCount % 256 == 0, let deadline, deadline.millisecondsLeft == 0 else { return true }
        isLate = true
        return false
    }

    /// Accepts a name of usual length that no image is spelled in.
    private func accept(_ name: XMLName) -> Bool {
        guard name.local.utf8.count <= Self.maxNameCount else { return false }
        guard !knownNames.contains(name.local) else { return true }
        let bytes = Array(name.local.utf8)
        let digitCount = bytes.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.count
        let significant = digitCount <= Self.maxNameDigits ? Array(bytes.dropLast(digitCount)) : bytes
        let text = String(decoding: significant, as: UTF8.self)
        guard !knownNames.contains(text) else { return true }
        if knownNames.count < Self.maxKnownNames { knownNames.insert(text) }
        return accept(name: significant)
    }

    /// Accepts a name unless all names together may encode an image.
    private func accept(name: [UInt8]) -> Bool { names.verdict(on: name) == .text || refuse() }

    /// Refuses the packet, because it may contain an image in a place other than a property.
    private func refuse() -> Bool {
        hasPossibleImage = true
        return false
    }

    /// Inspects the attributes of the last element.
    private func note(_ attributes: [XMLAttribute], _ tag: Range<Int>) -> Bool {
        let last = stack.count - 1
        let isFrame = stack[last].isFrame
        var ranges: [XMLTag.AttributeRange] = []
        for (index, attribute) in attributes.enumerated() {
            guard mayContinue, accept(attribute.name) else { return false }
            if isFrame { values.beginGroup() }
            let isPicture = isPicture(attribute.name)
            let isText = isPicture || values.verdict(on: attribute.value) == .text
            guard isText || isFrame else {
                removeProperty()
                return true
            }
            if isText && !isPicture && !XMPNames.isSyntax(attribute.name) { stack[last].isNeeded = true }
            let isDoubtful = isFrame && values.longGroupTotal > 0
            guard isPicture || !isText || isDoubtful || attribute.name == XMPNames.orientation else { continue }
            if ranges.isEmpty { ranges = XMLTag.attributes(of: tag, in: packet) }
            guard ranges.count == attributes.count else { return false }
            if isDoubtful { doubtful.append(ranges[index].all) }
            if isText && !isPicture {
                if attribute.name == XMPNames.orientation { replace(ranges[index].value) }
            } else {
                remove(ranges[index].all)
                stack[last].hasRemovedPart = true
                if !isText { hasPossibleImage = true }
            }
        }
        return true
    }

    /// Removes the property that contains the last element, or is it, because it may contain an image.
    private func removeProperty() {
        guard !isInRemovedElement, let property = stack.firstIndex(where: { !$0.isFrame }) else { return }
        hasPossibleImage = true
        stack[property].isRemoved = true
    }

    private var isInRemovedElement: Bool { stack.contains { $0.isRemoved } }

    private func isPicture(_ name: XMLName) -> Bool {
        if !name.isIn(lastNamespace.name) {
            lastNamespace = (name.namespace, XMPNames.isOfPictures(namespace: name.namespace))
        }
        return lastNamespace.isOfPictures || name == XMPNames.thumbnails
    }

    /// Removes the properties that may contain the rest of an image, if a part of one has been removed.
    ///
    /// - Complexity: O(*n* log *n*) for *n* changes.
    func finish() {
        guard hasPossibleImage, values.longTotal > Self.maxRestOfImage else { return }
        let removals = doubtful.map { Edit(range: $0, replacement: []) }
        let all = (edits + removals).sorted { $0.range.lowerBound < $1.range.lowerBound }
        edits = []
        for edit in all where edit.range.upperBound > (edits.last?.range.upperBound ?? -1) { add(edit) }
    }

    private func remove(_ range: Range<Int>) { add(Edit(range: range, replacement: [])) }

    /// Replaces the value of an orientation by upright.
    private func replace(_ range: Range<Int>) { add(Edit(range: range, replacement: Array("1".utf8))) }

    /// Adds a change, which takes the place of all changes inside of its range; adjacent removals become one.
    private func add(_ edit: Edit) {
        while let last = edits.last, last.range.lowerBound >= edit.range.lowerBound { edits.removeLast() }
        if let last = edits.last, last.range.upperBound == edit.range.lowerBound, last.replacement.isEmpty,
            edit.replacement.isEmpty
        {
            edits[edits.count - 1] = Edit(range: last.range.lowerBound..<edit.range.upperBound, replacement: [])
        } else {
            edits.append(edit)
        }
    }
}
