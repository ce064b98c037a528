internal import VarBlur
internal import VarBlurCodecs

/// The sizes of several outputs, by their widths.
struct OutputWidths: Sendable, Hashable {
    /// The widths in pixels, in order and without duplicates.
    let widths: [Int]
    /// The box whose proportions the outputs have, and how the image fits into it; `nil` for the proportions of the image.
    let box: Resize?

    /// A size of an output.
    struct Size: Sendable, Hashable {
        /// `nil` for the size of the cropped image.
        let resize: Resize?
        let width: Int
        let height: Int
    }

    init(_ widths: [Int], box: Resize?) {
        self.widths = Set(widths).sorted()
        self.box = box
    }

    /// The sizes of the outputs of an image; no image is enlarged.
    ///
    /// - Parameters:
    ///   - width: the width of the cropped image.
    ///   - height: the height of the cropped image.
    /// - Returns: at least one size, and the widths that would enlarge the image.
    /// - Throws: `BlurError` if a size is out of range.
    func sizes(width: Int, height: Int) throws(BlurError) -> (sizes: [Size], dropped: [Int]) {
        var (sizes, dropped): ([Size], [Int]) = ([], [])
        for number in widths {
            if let size = try size(number, width: width, height: height) {
                sizes.append(size)
            } else {
                dropped.append(number)
            }
        }
        if !sizes.isEmpty { return (sizes, dropped) }
        guard let proportions else {
            return ([Size(resize: nil, width: width, height: height)], dropped)
        }
        let largest = min(Double(width), (Double(height) / proportions).rounded(.down))
        let own = max(1, Int(largest))
        let (resize, placement) = try placement(own, width: width, height: height)
        return ([Size(resize: resize, width: placement.width, height: placement.height)], dropped)
    }

    /// The size of the output of a width; `nil` if it would enlarge the image.
    private func size(_ number: Int, width: Int, height: Int) throws(BlurError) -> Size? {
        let (resize, placement) = try placement(number, width: width, height: height)
        let (source, target) = (placement.source, placement.target)
        let tolerance = 1e-6
        guard Double(target.width) <= source.width + tolerance,
            Double(target.height) <= source.height + tolerance
        else {
            return nil
        }
        return Size(resize: resize, width: placement.width, height: placement.height)
    }

    private func placement(_ number: Int, width: Int, height: Int) throws(BlurError) -> (
        Resize, ResizePlacement
    ) {
        var resize = box ?? Resize(width: nil, height: nil)
        // larger sizes are left out, where a limit to each side would change the proportions
        if resize.fit != .contain { resize.enlarges = true }
        resize.width = .pixels(Double(number))
        resize.height = proportions.map { .pixels(max(1, (Double(number) * $0 + 0.5).rounded(.down))) }
        return (resize, try resize.placement(width: width, height: height))
    }

    /// The height of the box divided by its width; `nil` without a box.
    private var proportions: Double? {
        guard case .pixels(let width)? = box?.width, case .pixels(let height)? = box?.height else {
            return nil
        }
        return height / width
    }

    /// Checks the size that gives the proportions.
    func validate() throws(UsageError) {
        guard let box, box.fit == .inside || box.fit == .outside || proportions == nil else { return }
        throw UsageError(
            "--widths takes only proportions from \(option: "resize"), and needs a width, a height, and \(option: "fit") cover, contain, or fill",
            remedy:
                "write for example \(option: "resize") 4x3 \(option: "fit") cover, or leave out \(option: "resize")"
        )
    }
}
