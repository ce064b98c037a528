internal import VarBlur
internal import VarBlurCodecs

/// The line about one image that `--verbose` and `--dry-run` print.
package enum Summary {
    static func line(_ report: BlurJob.Report, _ task: ImageTask, _ duration: Duration) -> String {
        let names = "\(task.displayName) -> \(outputName(task))"
        if report.isSkipped { return "\(names)  skipped: \(reason(task))" }
        let parts = report.timings.stages.map { "\($0) \(milliseconds($1)) ms" }.joined(separator: ", ")
        let quantization = report.quantization.map { ", \(name($0))" } ?? ""
        let light = report.light.flatMap { $0.isLinear ? ", in the light of \($0)" : nil } ?? ""
        let text = report.legibility.map { text in
            let (opacity, contrast) = (
                ReadableNumber.text(text.opacity, decimals: 3), ReadableNumber.text(text.contrast, decimals: 2)
            )
            return ", tint opacity \(opacity) (contrast \(contrast) of text in \(text.textColor.hexadecimal))"
        }
        let kept = report.keepsData ? ", data of unblurred parts kept" : ""
        return
            "\(names)  \(report.width)×\(report.height)  \(milliseconds(duration)) ms (\(parts))\(light)\(quantization)\(kept)\(text ?? "")"
    }

    static func line(_ preflight: BlurJob.Preflight, _ task: ImageTask) -> String {
        let mask = task.maskOutput.map { ", mask \(ImageError.printable($0))" } ?? ""
        let names = "\(task.displayName) -> \(outputName(task))\(mask)"
        if preflight.isSkipped { return "\(names)  would be skipped: \(reason(task))" }
        return "\(names)  \(preflight.width)×\(preflight.height)  needs \(memorySize(preflight.memory)) of memory"
    }

    private static func name(_ quantization: OutputQuantization) -> String {
        switch quantization {
        case .input: "quantization of the input"
        case .finer: "finer quantization"
        }
    }

    /// Why a task is skipped.
    private static func reason(_ task: ImageTask) -> String {
        if task.target == .input { return "it has been blurred before" }
        return task.job.existing == .skipSame
            ? "the output was made from the same input with the same settings" : "the output already exists"
    }

    private static func outputName(_ task: ImageTask) -> String {
        if task.target == .memory { return "its result" }
        return task.output.isSame(as: "-") ? "standard output" : ImageError.printable(task.output)
    }

    /// A duration in milliseconds with one decimal.
    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int((duration / .microseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// A number of bytes in KiB or MiB, rounded up.
    package static func memorySize(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\((bytes + 1023) >> 10) KiB" : "\((bytes + (1 << 20) - 1) >> 20) MiB"
    }
}
