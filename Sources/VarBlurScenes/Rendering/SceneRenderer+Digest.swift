internal import VarBlurJSON
package import VarBlurCodecs

extension SceneRenderer {
    /// The digest of a scene, of its images, and of the settings of the output.
    ///
    /// The paths of images and fonts, and the fonts of the system are not part of it. Of directories with fonts, the names in them,
    /// the sizes, and the tables of checksums are.
    ///
    /// - Parameters:
    ///   - scene: the scene.
    ///   - settings: all settings that affect the output file.
    /// - Returns: a digest that is the same only if the pictures are, too.
    /// - Throws: ``SceneError`` if an image cannot be read.
    /// - Complexity: O(length of the scene), and once O(bytes of its images).
    package func digest(of scene: Scene, settings: String) throws(SceneError) -> JobDigest {
        var hashes: [String: [String: String]] = [:]
        for reference in scene.imageReferences {
            let prefix = reference.isMask ? MaskName(reference.name).prefix : ""
            hashes[reference.member, default: [:]][reference.name] = prefix + (try images.hash(reference.file))
        }
        var named = scene
        named.fonts = []
        for font in scene.fonts { named.fonts.append(try images.font(font).hash) }
        let fonts = text.directoriesText.isEmpty ? "" : "\n\(text.directoriesText)"
        let fading = scene.layers.fadingPaths(below: "layers").map { "\n\($0)" }.joined()
        return JobDigest(
            text: "scene \(settings)\n\(Self.replacingImages(in: named.json, hashes).text)\(fonts)\(fading)")
    }

    /// The paths of the files of images and fonts that a scene names.
    package func paths(of scene: Scene) -> [String] {
        (scene.imageReferences.map(\.file) + scene.fonts).compactMap(images.path)
    }

    /// A document with hashes of images in place of their names, by the members that name them.
    private static func replacingImages(in value: JSONValue, _ hashes: [String: [String: String]]) -> JSONValue {
        value.replacingMembers { member in
            member.value.string.flatMap { hashes[member.name]?[$0] }.map { JSONValue.Member(member.name, .string($0)) }
        }
    }
}
