/// The names in XMP packets that have a meaning here (ISO 16684-1; the documentation of the namespaces' owners).
enum XMPNames {
    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    private static let xml = "http://www.w3.org/XML/1998/namespace"
    private static let xmp = "http://ns.adobe.com/xap/1.0/"
    private static let tiff = "http://ns.adobe.com/tiff/1.0/"

    /// Namespaces of pictures and of what describes them, each with all that begin with it.
    private static let pictures = [
        "http://ns.adobe.com/xap/1.0/g/img/",
        // Images next to the main one, and depth maps, in files of phones.
        "http://ns.google.com/photos/1.0/image/", "http://ns.google.com/photos/1.0/depthmap/",
        "http://ns.google.com/photos/1.0/camera/", "http://ns.google.com/photos/1.0/container/",
        "http://ns.google.com/photos/1.0/audio/", "http://ns.google.com/photos/dd/1.0/",
        "http://ns.apple.com/pixeldatainfo/", "http://ns.apple.com/depthData/", "http://ns.apple.com/depthBlurEffect/",
        "http://ns.apple.com/HDRGainMap/", "http://ns.apple.com/semanticSegmentationMatte/",
        "http://ns.apple.com/portraitEffectsMatte/", "http://ns.apple.com/adjustment-settings/",
    ]

    /// The element of a packet that contains all properties.
    static let rdfRoot = XMLName(namespace: rdf, local: "RDF")
    static let orientation = XMLName(namespace: tiff, local: "Orientation")
    static let thumbnails = XMLName(namespace: xmp, local: "Thumbnails")

    /// Whether the properties in a namespace contain or describe pictures.
    static func isOfPictures(namespace: String) -> Bool { pictures.contains { namespace.utf8.starts(with: $0.utf8) } }

    /// Whether an attribute belongs to the syntax, not to the properties.
    static func isSyntax(_ name: XMLName) -> Bool { name.isIn(rdf) || name.isIn(xml) }
}
