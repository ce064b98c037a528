/// The name of an element or attribute: a namespace and a local name.
struct XMLName: Equatable {
    /// The namespace; empty without one.
    let namespace: String
    let local: String

    /// Compares the bytes, as XML does; comparing strings would also normalize them, which may take long.
    static func == (left: XMLName, right: XMLName) -> Bool {
        left.local.utf8.elementsEqual(right.local.utf8) && left.namespace.utf8.elementsEqual(right.namespace.utf8)
    }

    /// Whether the namespace has the bytes of another one.
    func isIn(_ namespace: String) -> Bool { self.namespace.utf8.elementsEqual(namespace.utf8) }
}

/// An attribute of an element, except the declarations of namespaces.
struct XMLAttribute {
    let name: XMLName
    /// The value in UTF-8, with references replaced.
    let value: [UInt8]
}

/// Receives the parts of an XML document in UTF-8, in their order.
///
/// Ranges count bytes from the beginning of the document. Each function returns whether to continue.
protocol XMLHandler: AnyObject {
    /// The XML declaration, which may only be the first part.
    func declaration(_ range: Range<Int>) -> Bool
    /// A start tag; an empty element's is followed by an end tag that consists of no bytes.
    func startElement(_ name: XMLName, _ attributes: [XMLAttribute], _ tag: Range<Int>) -> Bool
    func endElement(_ tag: Range<Int>) -> Bool
    /// A part of the text of an element, with references replaced.
    func text(_ bytes: [UInt8]) -> Bool
    func comment(_ range: Range<Int>) -> Bool
    func instruction(_ target: String, _ contents: [UInt8], _ range: Range<Int>) -> Bool
    /// The declaration of a namespace, before the start tag that contains it.
    func namespace(_ prefix: [UInt8], _ namespace: [UInt8]) -> Bool
}
