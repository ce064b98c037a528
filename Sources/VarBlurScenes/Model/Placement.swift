/// Where a layer is, in the area that its parent offers.
public struct Placement: Sendable, Hashable {
    /// The place in the area.
    ///
    /// In a stack, a layer whose alignment was not set follows the stack's.
    public var alignment = SceneAlignment.center { didSet { isAligned = true } }
    /// Whether the alignment was set.
    private var isAligned = false
    /// The distance from the sides of the area.
    public var padding = Insets()
    /// The displacement to the right, after alignment.
    public var offsetX = SceneLength.pixels(0)
    /// The displacement downward, after alignment.
    public var offsetY = SceneLength.pixels(0)
    /// The width; `nil` for that of the contents, or of the area.
    ///
    /// An image or a QR code with only a width or only a height keeps its aspect ratio.
    public var width: SceneLength?
    /// The height; `nil` for that of the contents, or of the area.
    public var height: SceneLength?

    /// Creates a placement that fills the area, or is centered in it.
    public init() {}

    /// Creates a placement.
    ///
    /// The center counts as an alignment that was not set.
    public init(
        _ alignment: SceneAlignment, padding: Insets = Insets(), width: SceneLength? = nil,
        height: SceneLength? = nil
    ) {
        (self.alignment, self.padding, self.width, self.height) = (alignment, padding, width, height)
        isAligned = alignment != .center
    }

    /// The alignment; `nil` if it was not set.
    var chosenAlignment: SceneAlignment? {
        get { isAligned ? alignment : nil }
        set {
            alignment = newValue ?? .center
            isAligned = newValue != nil
        }
    }
}

extension Placement: SceneObject {
    static let members: [SceneMember<Placement>] = [
        .member(
            "alignment", \.chosenAlignment,
            "The position in the area that the parent provides: by default, the center, or that of a stack's `contentAlignment`. In a "
                + "stack, it is the position across the axis, or in a depth stack, the position in the whole stack."),
        .member(
            "padding", \.padding,
            "The distance from the sides of that area: a length, or an object with a length for each side."),
        .member("offsetX", \.offsetX, "A displacement to the right, after alignment."),
        .member("offsetY", \.offsetY, "A displacement downward, after alignment."),
        .member(
            "width", \.width,
            "The width; by default, that of the contents, or of the area. An image or a QR code with only a height keeps its aspect ratio.",
            check: SceneLength.notPositive),
        .member(
            "height", \.height,
            "The height; by default, that of the contents, or of the area. An image or a QR code with only a width keeps its aspect ratio.",
            check: SceneLength.notPositive),
    ]
}
