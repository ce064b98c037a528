internal import CBlurKernels

// The C enumeration for the alpha of a pixel format.
//
// The type of a property may not be shown outside of the module, so the property is internal.
extension PixelFormat {
    /// How the inner loops treat the last channel, and thereby all others.
    var alphaKind: blur_alpha {
        guard channels.hasAlpha else { return BLUR_NO_ALPHA }
        return alpha == .straight ? BLUR_STRAIGHT : BLUR_PREMULTIPLIED
    }
}
