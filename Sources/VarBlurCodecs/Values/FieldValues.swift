internal import VarBlur

extension OptionValue where Value == [BlurField] {
    /// One or several gradients and areas, separated by spaces.
    static var fields: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "ramp",
                kind: .text(pattern: "^\\s*((linear|radial)-blur|area-blur)\\s*\\([\\s\\S]+\\)\\s*$"),
                mayHaveLineBreaks: true),
            parse: { text throws(InvalidValue) in
                do throws(BlurTextError) { return try BlurField.list(text) } catch { throw InvalidValue(error) }
            })
    }
}

extension OptionValue where Value == [BlurArea.Shape] {
    /// One or several shapes, separated by spaces.
    static var shapes: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "shape",
                kind: .text(pattern: "^\\s*(xywh|inset|rect|circle|ellipse|polygon)\\s*\\([\\s\\S]*\\)\\s*$"),
                mayHaveLineBreaks: true),
            parse: { text throws(InvalidValue) in
                do throws(BlurTextError) { return try BlurArea.Shape.list(text) } catch {
                    guard let box = try? Crop(text) else { throw InvalidValue(error) }
                    let sides = [box.x, box.y, box.width, box.height].map(\.description).joined(separator: " ")
                    throw InvalidValue("a shape is written as in CSS: 'xywh(\(sides))'")
                }
            })
    }
}
