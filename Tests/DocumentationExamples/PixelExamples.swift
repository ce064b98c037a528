import VarBlur

/// The examples of `docs/library.md` and of the DocC pages that work on pixels in memory.
package enum PixelExamples {
    package static func blurBuffer() throws -> PixelBuffer {
        // example: blur a buffer
        let blur = try ProgressiveBlur(maximumRadius: 20, direction: .top, startOffset: 0.3)

        var image = try PixelBuffer(width: 640, height: 480, format: PixelFormat(.rgb))
        image[320, 100, 0] = 255
        try blur.blur(&image)
        // end
        return image
    }

    /// The radius of the ramp, and its rendered mask.
    package struct Ramp: ~Copyable {
        package let radius: Double
        package let mask: PixelBuffer
    }

    package static func readRamp() throws -> Ramp {
        // example: read the ramp
        let blur = try ProgressiveBlur(maximumRadius: 20, direction: .top, startOffset: 0.3)

        let radius = blur.field.radius(column: 0, row: 0, width: 640, height: 480)  // of the first row: 19.97 pixels
        let mask = try blur.field.rendered(width: 640, height: 480)  // a gray image: white where the radius is greatest
        // end
        return Ramp(radius: radius, mask: mask)
    }

    package static func blurShapes(_ image: inout PixelBuffer) throws {
        // example: blur a vignette, and two sides
        let vignette = try BlurGradient("radial-blur(0px 60%, 3% 100%)")
        try ProgressiveBlur(field: vignette.field).blur(&image)

        let stops = [try RadiusStop(radius: .pixels(14)), try RadiusStop(radius: .zero, position: .percent(30))]
        let top = try BlurGradient(stops: stops, easing: .smoothstep)
        let bottom = try BlurGradient(.linear(.toTop), stops: stops, easing: .smoothstep)
        try ProgressiveBlur(field: .maximum([.gradient(top), .gradient(bottom)])).blur(&image)
        // end
    }

    package static func blurArea(_ image: inout PixelBuffer) throws {
        // example: blur an area
        let plate = try BlurArea.Shape("xywh(120px 80px 200px 60px round 8px)")
        let area = try BlurArea(plate, radius: .pixels(14), feather: .pixels(6))
        try ProgressiveBlur(field: area.field).blur(&image)
        // end
    }

    package static func blurBehindPerson(_ image: inout PixelBuffer) throws {
        // example: blur with a mask
        let person = try AlphaMask(width: 2, height: 2, samples: [0, 0.5, 0.5, 1] as [Float], isInverted: true)
        try ProgressiveBlur(field: .mask(MaskRamp(person, maximumRadius: 18))).blur(&image)
        // end
    }

    package static func blurBehindSubject(_ image: inout PixelBuffer) throws {
        // example: keep a subject in front
        let matte = try AlphaMask(width: 2, height: 2, samples: [0, 1, 0, 1] as [Float])
        try ProgressiveBlur(field: .uniform(.pixels(18)), matte: matte).blur(&image)
        // end
    }

    package static func blurWithLook(_ image: inout PixelBuffer) throws {
        // example: blur with a tint
        var blur = try ProgressiveBlur(maximumRadius: 24, direction: .bottom, startOffset: 0.6)
        let black = try BlurLook.Tint(red: 0, green: 0, blue: 0, opacity: 0.4)
        blur.look = try BlurLook(tint: black, saturation: 1.3, grain: 1.5)
        try blur.blur(&image)
        // end
    }

    package static func blurLight(_ image: inout PixelBuffer) throws {
        // example: blur in linear light
        var blur = try ProgressiveBlur(maximumRadius: 24)
        blur.light = .linear
        try blur.blur(&image)

        blur.light = .linear(try TransferCurve(gamma: 2.2))  // Adobe RGB; .linear(.pq) for PQ
        try blur.blur(&image)
        // end
    }

    package static func blurRegion(of image: borrowing PixelBuffer) throws -> PixelBuffer {
        let blur = try ProgressiveBlur()
        // example: blur a region
        let caption = try blur.blurred(image, region: PixelRegion(x: 0, y: 360, width: 640, height: 120))
        // end
        return caption
    }

    /// Blurs pixels of BGRA, premultiplied, in rows of 2,688 bytes.
    package static func blurOwnMemory(_ memory: inout [UInt8]) throws {
        let blur = try ProgressiveBlur()
        // example: blur memory with padded rows
        let format = PixelFormat(.bgra, .eight, alpha: .premultiplied)
        let layout = try PixelLayout(width: 640, height: 480, format: format, bytesPerRow: 2688)
        try blur.blur(&memory, layout: layout)
        // end
    }

    /// Blurs a picture that the program has drawn.
    package static func blurCaption(_ bytes: inout [UInt8]) throws {
        // example: blur a drawn picture
        let caption = try ProgressiveBlur(maximumRadius: 18, direction: .bottom, reach: .percent(40), easing: .easeOut)
        try caption.blur(&bytes, layout: PixelLayout(width: 640, height: 480, format: PixelFormat(.rgba)))
        // end
    }

    /// Blurs frames of a video.
    package static func blurFrames(_ frames: inout [[UInt8]]) throws {
        // example: blur frames
        let blur = try ProgressiveBlur(maximumRadius: 24, direction: .bottom, reach: .percent(35))
        let layout = try PixelLayout(width: 1280, height: 720, format: PixelFormat(.bgra, alpha: .premultiplied))
        for index in frames.indices { try blur.blur(&frames[index], layout: layout) }
        // end
    }

    package static func blurFloats(_ floats: inout [Float]) throws {
        let blur = try ProgressiveBlur()
        // example: blur floats
        let linear = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgb, .float))
        try blur.blur(&floats, layout: linear)
        // end
    }

    package static func convert(_ image: borrowing PixelBuffer) throws -> PixelBuffer {
        // example: convert pixels
        let straight = try image.converted(to: PixelFormat(.rgba))
        // end
        return straight
    }

    package static func blurPointer(_ base: UnsafeMutableRawPointer, layout: PixelLayout) throws {
        let blur = try ProgressiveBlur()
        // example: blur behind a pointer
        try blur.blur(UnsafeMutablePixels(base: base, layout: layout))
        // end
    }

    package static func limitThreads(for image: inout PixelBuffer) throws {
        let blur = try ProgressiveBlur()
        // example: limit the threads
        try blur.blur(&image, execution: BlurExecution(threadCount: 1))
        // end
    }

    package static func blurInTask(_ image: inout PixelBuffer) async throws {
        let blur = try ProgressiveBlur()
        // example: blur in a task
        try await blur.blur(&image)
        // end
    }

    /// Blurs 640×480 pixels of RGB with 16 bits.
    package static func blurSamples(_ samples: inout [UInt16]) throws {
        let blur = try ProgressiveBlur()
        // example: blur an array of samples
        let deep = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgb, .sixteen))
        try blur.blur(&samples, layout: deep)
        // end
    }

    /// Blurs rows of RGB between a decoder and an encoder.
    package static func blurRows(
        width: Int, height: Int, readRow: (inout MutableRawSpan) throws -> Void, writeRow: (RawSpan) throws -> Void
    ) throws {
        let blur = try ProgressiveBlur()
        // example: blur rows between a decoder and an encoder
        let rows = try RowBlur(blur, width: width, height: height, format: PixelFormat(.rgb))
        var row = try PixelBuffer(width: width, height: 1, format: PixelFormat(.rgb))
        for _ in 0..<height {
            while rows.needsRow {
                var bytes = row.mutableBytes
                try readRow(&bytes)
                rows.append(row.bytes)
            }
            var bytes = row.mutableBytes
            rows.takeRow(into: &bytes)
            try writeRow(row.bytes)
        }
        // end
    }

    /// Resizes rows of RGB between a decoder and an encoder.
    package static func resizeRows(
        readRow: (inout MutableRawSpan) throws -> Void, writeRow: (RawSpan) throws -> Void
    ) throws {
        // example: resize rows between a decoder and an encoder
        let rows = try RowResizer(
            sourceWidth: 4000, sourceHeight: 3000, width: 640, height: 480, format: PixelFormat(.rgb))
        var source = try PixelBuffer(width: 4000, height: 1, format: PixelFormat(.rgb))
        var result = try PixelBuffer(width: 640, height: 1, format: PixelFormat(.rgb))
        for _ in 0..<480 {
            while rows.needsRow {
                var bytes = source.mutableBytes
                try readRow(&bytes)
                rows.append(source.bytes)
            }
            var bytes = result.mutableBytes
            rows.takeRow(into: &bytes)
            try writeRow(result.bytes)
        }
        // end
    }

    package static func blurPixels(_ pixels: inout PixelBuffer) throws {
        // example: blur pixels
        let blur = try ProgressiveBlur(maximumRadius: 20, direction: .top)
        try blur.blur(&pixels)
        // end
    }

    /// Blurs 640×480 pixels of RGBA.
    package static func blurBytes(_ bytes: inout [UInt8]) throws {
        let blur = try ProgressiveBlur()
        // example: blur an array of bytes
        let layout = try PixelLayout(width: 640, height: 480, format: PixelFormat(.rgba))
        try blur.blur(&bytes, layout: layout)
        // end
    }

    /// Blurs the chroma plane of a JPEG image of 4000×3000 pixels with 4:2:0 subsampling.
    package static func blurPlane(_ plane: inout PixelBuffer) throws {
        let blur = try ProgressiveBlur()
        // example: blur a plane
        let half = try PlaneSampling(imageWidth: 4000, imageHeight: 3000, horizontalRatio: 2, verticalRatio: 2)
        try blur.blur(&plane, sampling: half)
        // end
    }

    package static func handleError() -> String {
        // example: handle a blur error
        do {
            let blur = try ProgressiveBlur(maximumRadius: -1)
            return "\(blur.maximumRadius)"
        } catch {
            switch error.code {
            case .invalidRadius, .invalidStartOffset: return error.message
            default: return "unexpected: \(error)"
            }
        }
        // end
    }
}
