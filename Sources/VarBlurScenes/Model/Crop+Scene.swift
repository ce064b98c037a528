public import VarBlur

extension Crop: SceneTextValue {
    static let expectation = "a crop such as 1200x800+40+0 or 50%x50%+25%+0%"

    init?(sceneText text: String) {
        guard let crop = try? Crop(text) else { return nil }
        self = crop
    }

    var sceneText: String { description }
}
