internal import PlainJSON
package import VariableBlurCodecs

extension SceneRenderer {
    /// The digest of a scene, of its images, and of the settings of the output.
    ///
    /// The fonts of the system are not part of it.
    ///
    /// - Parameters:
    ///   - scene: the scene.
    ///   - settings: all settings that affect the output file.
    /// - Returns: a digest that is the same only if the pictures are, too.
    /// - Throws: ``SceneError`` if an image cannot be read.
    /// - Complexity: O(length of the scene), and once O(bytes of its images).
    package func digest(of scene: Scene, settings: String) throws(SceneError) -> JobDigest {
        var text = "scene \(settings)\n\(scene.json.text)"
        for reference in scene.imageReferences { text += "\n\(try images.hash(reference.name))" }
        return JobDigest(text: text)
    }
}
