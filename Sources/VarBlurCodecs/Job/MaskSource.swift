package import VarBlur

/// What a mask or a matte of a job is read from.
public enum MaskSource: Sendable, Hashable {
    /// An image file.
    ///
    /// If the image has transparency, its alpha channel is the mask; otherwise, its Rec. 601 luma is. The mask is turned
    /// upright and stretched over the upright image. The limits of the job also apply to the mask, but damage is always an
    /// error.
    case image(ImageSource)
    /// What the photo knows of itself.
    ///
    /// A photo that does not know it is an error with the code `unsupported`.
    case photo(PhotoPlane)
}

extension MaskSource {
    /// What the value of an option names: a photo's own mask, standard input, or a file.
    init(option text: String) {
        self =
            PhotoPlane(rawValue: text).map(Self.photo)
            ?? .image(text.isSame(as: "-") ? .standardInput : .file(path: text))
    }

    /// The path of a file, or `-` for standard input; `nil` for others.
    var path: String? {
        switch self {
        case .image(.file(let path)): path
        case .image(.standardInput): "-"
        default: nil
        }
    }

    /// What the photo knows of itself, if that is the mask.
    package var plane: PhotoPlane? { if case .photo(let plane) = self { plane } else { nil } }
}

/// What a mask is used for.
package enum MaskRole: String, CaseIterable, Sendable {
    /// The strength of the blur.
    case mask
    /// What is in front of the blur.
    case matte
}

extension BlurSettings {
    /// The mask or the matte.
    package subscript(role: MaskRole) -> AlphaMask? {
        get { role == .mask ? mask : matte }
        set { if role == .mask { mask = newValue } else { matte = newValue } }
    }
}

extension BlurJob {
    /// What the mask or the matte is read from; `nil` for that of the settings.
    package subscript(role: MaskRole) -> MaskSource? {
        get { role == .mask ? maskSource : matteSource }
        set { if role == .mask { maskSource = newValue } else { matteSource = newValue } }
    }

    /// Whether the mask or the matte is inverted when it is read.
    package func isInverted(_ role: MaskRole) -> Bool { role == .mask ? isMaskInverted : isMatteInverted }

    /// Whether a mask says where to blur.
    package var hasMask: Bool { maskSource != nil || blur.mask != nil }

    /// The masks that the photo knows itself.
    package var photoRoles: [MaskRole] { MaskRole.allCases.filter { self[$0]?.plane != nil } }
}
