import VariableBlur

/// Looks to measure: each part of one, and all of them.
enum BenchmarkLooks {
    /// Measures a ramp from the top without a look and with every look, on one thread.
    static func measurements(_ timer: BlurTimer) throws -> [Measurement] {
        var blur = try ProgressiveBlur(maximumRadius: 20)
        let execution = BlurExecution(threadCount: 1)
        let tint = try BlurLook.Tint(red: 0, green: 0.1, blue: 0.4)
        let looks: [(String, BlurLook)] = [
            ("no look", .none), ("tint", try BlurLook(tint: tint)), ("saturation", try BlurLook(saturation: 1.5)),
            ("grain", try BlurLook(grain: 3)), ("dithering", try BlurLook(dithers: true)),
            ("all", try BlurLook(tint: tint, saturation: 1.5, grain: 3, dithers: true)),
        ]
        return try looks.map { name, look in
            blur.look = look
            return try timer.measure(name, blur, execution)
        }
    }
}
