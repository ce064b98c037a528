import VarBlur

/// Measures blurs of one image.
final class BlurTimer {
    /// The number of measured runs.
    let samples: Int
    private let image: PixelBuffer

    init(_ image: borrowing PixelBuffer, samples: Int) throws {
        self.image = try image.copy()
        self.samples = samples
    }

    /// Measures a ramp from `radius` to 0.
    func ramp(
        _ radius: Double, threads: Int = 1, instructionSet: InstructionSet? = nil, direction: BlurDirection = .top
    ) throws -> Measurement {
        let blur = try ProgressiveBlur(maximumRadius: radius, direction: direction)
        let execution = BlurExecution(threadCount: threads, instructionSet: instructionSet)
        let side = direction == .top ? "" : ", \(direction)"
        let name =
            "\(Int(radius)) to 0, \(threads) thread\(threads > 1 ? "s" : ""), \(execution.instructionSet)\(side)"
        return try measure(name, blur, execution)
    }

    /// Measures a uniform blur on one thread.
    func constant(_ radius: Double) throws -> Measurement {
        let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius)
        return try measure("\(radius)", blur, BlurExecution(threadCount: 1))
    }

    /// Measures a blur in place.
    ///
    /// Each run blurs the result of the previous one. This takes the same time: it does not depend on the samples.
    func measure(_ name: String, _ blur: ProgressiveBlur, _ execution: BlurExecution) throws -> Measurement {
        var copy = try image.copy()
        return try Measurement.of(name, samples: samples) { try blur.blur(&copy, execution: execution) }
    }

    /// Measures blurs in interleaved runs on one thread, so that changes in the speed of the machine affect all of them equally.
    func measureInTurns(_ blurs: [(name: String, blur: ProgressiveBlur)]) throws -> [Measurement] {
        let execution = BlurExecution(threadCount: 1)
        var copy = try image.copy()
        let turns = try (0...samples).map { _ in
            try blurs.map { entry in
                try Measurement.milliseconds { try entry.blur.blur(&copy, execution: execution) }
            }
        }
        // the first turn warms up
        return blurs.indices.map { index in
            Measurement(name: blurs[index].name, samples: turns.dropFirst().map { $0[index] })
        }
    }
}
