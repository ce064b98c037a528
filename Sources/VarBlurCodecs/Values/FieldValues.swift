internal import VarBlur

extension OptionValue where Value == [BlurField] {
    /// One or several gradients and areas, separated by spaces.
    static var fields: Self {
        .list(
            ValueSyntax(placeholder: "ramp", kind: .text(pattern: "^ *((linear|radial)-blur|area-blur) *\\(.+\\) *$"))
        ) { (text) throws(BlurTextError) in try BlurField.list(text) }
    }
}

extension OptionValue where Value == [BlurArea.Shape] {
    /// One or several shapes, separated by spaces.
    static var shapes: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "shape", kind: .text(pattern: "^ *(xywh|inset|rect|circle|ellipse|polygon) *\\(.*\\) *$")),
            parse: { text throws(InvalidValue) in
                do throws(BlurTextError) { return try BlurArea.Shape.list(text) } catch {
                    guard let box = try? Crop(text) else { throw InvalidValue(error) }
                    let sides = [box.x, box.y, box.width, box.height].map(\.description).joined(separator: " ")
                    throw InvalidValue("a shape is written as in CSS: 'xywh(\(sides))'")
                }
            })
    }
}

extension OptionValue {
    /// A list of elements that a parser of the library reads; a mistake is shown with its place.
    private static func list<Element>(
        _ syntax: ValueSyntax, parse: @escaping @Sendable (String) throws(BlurTextError) -> [Element]
    ) -> Self where Value == [Element] {
        OptionValue(
            syntax: syntax,
            parse: { text throws(InvalidValue) in
                do throws(BlurTextError) { return try parse(text) } catch { throw InvalidValue(error) }
            })
    }
}
