import VarBlur

/// Looks to measure: each part of one, and all of them; and linear light.
enum BenchmarkLooks {
    /// Measures a ramp from the top without a look, with every look, and in linear light, on one thread.
    static func measurements(_ timer: BlurTimer) throws -> [Measurement] {
        var blur = try ProgressiveBlur(maximumRadius: 20)
        let tint = try BlurLook.Tint(red: 0, green: 0.1, blue: 0.4)
        let looks: [(String, BlurLook)] = [
            ("no look", .none), ("tint", try BlurLook(tint: tint)), ("saturation", try BlurLook(saturation: 1.5)),
            ("grain", try BlurLook(grain: 3)), ("dithering", try BlurLook(dithers: true)),
            ("all", try BlurLook(tint: tint, saturation: 1.5, grain: 3, dithers: true)),
        ]
        let lights: [(String, BlurLight)] = [
            ("linear light, sRGB", .linear), ("linear light, exponent 2.2", .linear(try TransferCurve(gamma: 2.2))),
        ]
        var blurs = looks.map { name, look in
            blur.look = look
            return (name, blur)
        }
        blur.look = .none
        blurs += lights.map { name, light in
            blur.light = light
            return (name, blur)
        }
        return try timer.measureInTurns(blurs)
    }
}
