internal import CBlurKernels

extension PixelFormat {
    /// How the inner loops treat the last channel.
    ///
    /// With `BLUR_STRAIGHT`, they multiply colors by alpha when they load pixels, and divide by it when they store them. With
    /// `BLUR_PREMULTIPLIED`, they limit colors to alpha when they store them.
    var alphaKind: blur_alpha {
        guard channels.hasAlpha else { return BLUR_NO_ALPHA }
        return switch alpha {
        case .straight: BLUR_STRAIGHT
        case .premultiplied: BLUR_PREMULTIPLIED
        }
    }
}
