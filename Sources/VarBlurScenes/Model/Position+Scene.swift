public import VarBlur

extension BlurGradient.Position {
    /// The position of an alignment, as fractions of an area.
    public init(_ alignment: SceneAlignment) {
        let point = alignment.unitPoint
        self.init(x: .percent(100 * point.x), y: .percent(100 * point.y))
    }
}

extension BlurGradient.Position: SceneTextValue {
    static let expectation = "an alignment such as topLeading, or a position such as 30% 70%"

    static let choices = SceneAlignment.choices + ["30% 70%", "left 20%"]

    init?(sceneText text: String) {
        if let alignment = SceneAlignment(rawValue: text) {
            self.init(alignment)
        } else if let position = try? BlurGradient.Position(text), position.isInRange {
            self = position
        } else {
            return nil
        }
    }

    var sceneText: String {
        SceneAlignment.allCases.first { BlurGradient.Position($0) == self }?.rawValue ?? description
    }

    func enlarged(by factor: Double) -> BlurGradient.Position {
        BlurGradient.Position(x: x.enlarged(by: factor), y: y.enlarged(by: factor))
    }

    private var isInRange: Bool { [x, y].allSatisfy { abs($0.pixels(of: 1)) <= SceneLength.greatest } }
}

extension BlurLength {
    /// The length with its pixels multiplied by a factor.
    fileprivate func enlarged(by factor: Double) -> BlurLength {
        if case .pixels(let pixels) = self { .pixels(pixels * factor) } else { self }
    }
}
