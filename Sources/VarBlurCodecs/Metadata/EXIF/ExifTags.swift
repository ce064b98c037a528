/// The tags that are copied.
///
/// Sources: Exif 3.0 (CIPA DC-008-2023), section 4.6; TIFF 6.0; for tags outside the standard, the list of tag names of
/// ExifTool.
extension ExifDirectory {
    static let imageRules: [ExifRule] = [
        .text(0x000B),  // ProcessingSoftware
        .text(0x010D),  // DocumentName
        .text(0x010E),  // ImageDescription
        .text(0x010F),  // Make
        .text(0x0110),  // Model
        ExifRule(0x0112, .orientation, 1),
        ExifRule(0x011A, .rationals, 1),  // XResolution
        ExifRule(0x011B, .rationals, 1),  // YResolution
        .text(0x011D),  // PageName
        ExifRule(0x0128, .integers, 1),  // ResolutionUnit
        .text(0x0131),  // Software
        .text(0x0132, 32),  // DateTime
        .text(0x013B),  // Artist
        .text(0x013C),  // HostComputer
        ExifRule(0x013E, .rationals, 2),  // WhitePoint
        ExifRule(0x013F, .rationals, 6),  // PrimaryChromaticities
        ExifRule(0x0211, .rationals, 3),  // YCbCrCoefficients
        ExifRule(0x0213, .integers, 1),  // YCbCrPositioning
        ExifRule(0x0214, .rationals, 6),  // ReferenceBlackWhite
        ExifRule(0x4746, .integers, 1),  // Rating
        ExifRule(0x4749, .integers, 1),  // RatingPercent
        ExifRule(0x8298, .textPair, 1, to: ExifRule.textCount + 1),  // Copyright
        ExifRule(0x8769, .directory(.exif), 1),
        ExifRule(0x8825, .directory(.gps), 1),
        .utf16Text(0x9C9B),  // XPTitle
        .utf16Text(0x9C9C),  // XPComment
        .utf16Text(0x9C9D),  // XPAuthor
        .utf16Text(0x9C9E),  // XPKeywords
        .utf16Text(0x9C9F),  // XPSubject
        .text(0xC614),  // UniqueCameraModel
        .text(0xC62F),  // CameraSerialNumber
        .text(0xC68B),  // OriginalRawFileName
    ]

    static let exifRules: [ExifRule] = [
        ExifRule(0x829A, .rationals, 1),  // ExposureTime
        ExifRule(0x829D, .rationals, 1),  // FNumber
        ExifRule(0x8822, .integers, 1),  // ExposureProgram
        .text(0x8824),  // SpectralSensitivity
        ExifRule(0x8827, .integers, 1, to: 4),  // PhotographicSensitivity
        ExifRule(0x882A, .integers, 1, to: 2),  // TimeZoneOffset
        ExifRule(0x882B, .integers, 1),  // SelfTimerMode
        ExifRule(0x8830, .integers, 1),  // SensitivityType
        ExifRule(0x8831, .integers, 1),  // StandardOutputSensitivity
        ExifRule(0x8832, .integers, 1),  // RecommendedExposureIndex
        ExifRule(0x8833, .integers, 1),  // ISOSpeed
        ExifRule(0x8834, .integers, 1),  // ISOSpeedLatitudeyyy
        ExifRule(0x8835, .integers, 1),  // ISOSpeedLatitudezzz
        ExifRule(0x9000, .bytes, 4),  // ExifVersion
        .text(0x9003, 32),  // DateTimeOriginal
        .text(0x9004, 32),  // DateTimeDigitized
        .text(0x9010, 16),  // OffsetTime
        .text(0x9011, 16),  // OffsetTimeOriginal
        .text(0x9012, 16),  // OffsetTimeDigitized
        ExifRule(0x9101, .bytes, 4),  // ComponentsConfiguration
        ExifRule(0x9102, .rationals, 1),  // CompressedBitsPerPixel
        ExifRule(0x9201, .rationals, 1),  // ShutterSpeedValue
        ExifRule(0x9202, .rationals, 1),  // ApertureValue
        ExifRule(0x9203, .rationals, 1),  // BrightnessValue
        ExifRule(0x9204, .rationals, 1),  // ExposureBiasValue
        ExifRule(0x9205, .rationals, 1),  // MaxApertureValue
        ExifRule(0x9206, .rationals, 1),  // SubjectDistance
        ExifRule(0x9207, .integers, 1),  // MeteringMode
        ExifRule(0x9208, .integers, 1),  // LightSource
        ExifRule(0x9209, .integers, 1),  // Flash
        ExifRule(0x920A, .rationals, 1),  // FocalLength
        ExifRule(0x9211, .integers, 1),  // ImageNumber
        .text(0x9213),  // ImageHistory
        ExifRule(0x9214, .integers, 2, to: 4),  // SubjectArea
        .markedText(0x9286),  // UserComment
        .text(0x9290, 16),  // SubSecTime
        .text(0x9291, 16),  // SubSecTimeOriginal
        .text(0x9292, 16),  // SubSecTimeDigitized
        ExifRule(0x9400, .rationals, 1),  // Temperature
        ExifRule(0x9401, .rationals, 1),  // Humidity
        ExifRule(0x9402, .rationals, 1),  // Pressure
        ExifRule(0x9403, .rationals, 1),  // WaterDepth
        ExifRule(0x9404, .rationals, 1),  // Acceleration
        ExifRule(0x9405, .rationals, 1),  // CameraElevationAngle
        ExifRule(0xA000, .bytes, 4),  // FlashpixVersion
        ExifRule(0xA001, .integers, 1),  // ColorSpace
        ExifRule(0xA002, .width, 1),  // PixelXDimension
        ExifRule(0xA003, .height, 1),  // PixelYDimension
        .text(0xA004, 16),  // RelatedSoundFile
        ExifRule(0xA005, .directory(.interoperability), 1),
        ExifRule(0xA20B, .rationals, 1),  // FlashEnergy
        ExifRule(0xA20E, .rationals, 1),  // FocalPlaneXResolution
        ExifRule(0xA20F, .rationals, 1),  // FocalPlaneYResolution
        ExifRule(0xA210, .integers, 1),  // FocalPlaneResolutionUnit
        ExifRule(0xA214, .integers, 2),  // SubjectLocation
        ExifRule(0xA215, .rationals, 1),  // ExposureIndex
        ExifRule(0xA217, .integers, 1),  // SensingMethod
        ExifRule(0xA300, .bytes, 1),  // FileSource
        ExifRule(0xA301, .bytes, 1),  // SceneType
        ExifRule(0xA302, .bytes, 5, to: 68),  // CFAPattern
        ExifRule(0xA401, .integers, 1),  // CustomRendered
        ExifRule(0xA402, .integers, 1),  // ExposureMode
        ExifRule(0xA403, .integers, 1),  // WhiteBalance
        ExifRule(0xA404, .rationals, 1),  // DigitalZoomRatio
        ExifRule(0xA405, .integers, 1),  // FocalLengthIn35mmFilm
        ExifRule(0xA406, .integers, 1),  // SceneCaptureType
        ExifRule(0xA407, .integers, 1),  // GainControl
        ExifRule(0xA408, .integers, 1),  // Contrast
        ExifRule(0xA409, .integers, 1),  // Saturation
        ExifRule(0xA40A, .integers, 1),  // Sharpness
        ExifRule(0xA40C, .integers, 1),  // SubjectDistanceRange
        .text(0xA420, 64),  // ImageUniqueID
        .text(0xA430),  // CameraOwnerName
        .text(0xA431),  // BodySerialNumber
        ExifRule(0xA432, .rationals, 4),  // LensSpecification
        .text(0xA433),  // LensMake
        .text(0xA434),  // LensModel
        .text(0xA435),  // LensSerialNumber
        .text(0xA436),  // ImageTitle
        .text(0xA437),  // Photographer
        .text(0xA438),  // ImageEditor
        .text(0xA439),  // CameraFirmware
        .text(0xA43A),  // RAWDevelopingSoftware
        .text(0xA43B),  // ImageEditingSoftware
        .text(0xA43C),  // MetadataEditingSoftware
        ExifRule(0xA460, .integers, 1),  // CompositeImage
        ExifRule(0xA461, .integers, 2),  // SourceImageNumberOfCompositeImage
        ExifRule(0xA462, .bytes, 1, to: 256),  // SourceExposureTimesOfCompositeImage
        ExifRule(0xA500, .rationals, 1),  // Gamma
        .text(0xFDE8),  // OwnerName
        .text(0xFDE9),  // SerialNumber
        .text(0xFDEA),  // Lens
        .text(0xFE4C),  // RawFile
        .text(0xFE4D),  // Converter
        .text(0xFE4E),  // WhiteBalance
        .text(0xFE51),  // Exposure
        .text(0xFE52),  // Shadows
        .text(0xFE53),  // Brightness
        .text(0xFE54),  // Contrast
        .text(0xFE55),  // Saturation
        .text(0xFE56),  // Sharpness
        .text(0xFE57),  // Smoothness
        .text(0xFE58),  // MoireFilter
    ]

    static let gpsRules: [ExifRule] = [
        ExifRule(0x00, .bytes, 4),  // GPSVersionID
        .text(0x01, 4),  // GPSLatitudeRef
        .referenced(0x02, 3),  // GPSLatitude
        .text(0x03, 4),  // GPSLongitudeRef
        .referenced(0x04, 3),  // GPSLongitude
        ExifRule(0x05, .integers, 1),  // GPSAltitudeRef
        .referenced(0x06, 1),  // GPSAltitude
        ExifRule(0x07, .rationals, 3),  // GPSTimeStamp
        .text(0x08),  // GPSSatellites
        .text(0x09, 4),  // GPSStatus
        .text(0x0A, 4),  // GPSMeasureMode
        ExifRule(0x0B, .rationals, 1),  // GPSDOP
        .text(0x0C, 4),  // GPSSpeedRef
        .referenced(0x0D, 1),  // GPSSpeed
        .text(0x0E, 4),  // GPSTrackRef
        .referenced(0x0F, 1),  // GPSTrack
        .text(0x10, 4),  // GPSImgDirectionRef
        .referenced(0x11, 1),  // GPSImgDirection
        .text(0x12),  // GPSMapDatum
        .text(0x13, 4),  // GPSDestLatitudeRef
        .referenced(0x14, 3),  // GPSDestLatitude
        .text(0x15, 4),  // GPSDestLongitudeRef
        .referenced(0x16, 3),  // GPSDestLongitude
        .text(0x17, 4),  // GPSDestBearingRef
        .referenced(0x18, 1),  // GPSDestBearing
        .text(0x19, 4),  // GPSDestDistanceRef
        .referenced(0x1A, 1),  // GPSDestDistance
        .markedText(0x1B),  // GPSProcessingMethod
        .markedText(0x1C),  // GPSAreaInformation
        .text(0x1D, 16),  // GPSDateStamp
        ExifRule(0x1E, .integers, 1),  // GPSDifferential
        ExifRule(0x1F, .rationals, 1),  // GPSHPositioningError
    ]

    static let interoperabilityRules: [ExifRule] = [
        .text(0x0001, 4),  // InteroperabilityIndex
        ExifRule(0x0002, .bytes, 4),  // InteroperabilityVersion
        .text(0x1000, 32),  // RelatedImageFileFormat
        ExifRule(0x1001, .width, 1),  // RelatedImageWidth
        ExifRule(0x1002, .height, 1),  // RelatedImageLength
    ]
}
