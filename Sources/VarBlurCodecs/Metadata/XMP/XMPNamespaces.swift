/// The names in XMP packets that are copied (ISO 16684-1; the documentation of the namespaces' owners).
///
/// Left out are: everything that contains or describes pictures (thumbnails, depth maps, ingredients, settings of editors),
/// and names that other programs may use for anything.
struct XMPNamespace {
    /// The usual prefix, with which the names are written.
    let prefix: String
    let uri: String
    /// The names of the properties and of the fields of structures.
    let names: [Substring]

    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

    private init(_ prefix: String, _ uri: String, _ names: String) {
        (self.prefix, self.uri, self.names) = (prefix, uri, names.split(separator: " "))
    }

    /// The URIs that are read: ExifTool writes that of Microsoft without the slash at its end.
    private var readURIs: [String] { prefix == "MicrosoftPhoto" ? [uri, String(uri.dropLast())] : [uri] }

    /// The names that are copied with their prefix, such as `dc:title`, by the forms in which Expat reports them.
    static let qualifiedNames: [[UInt8]: String] = {
        var result: [[UInt8]: String] = [:]
        let xml = XMPNamespace("xml", "http://www.w3.org/XML/1998/namespace", "lang")
        let syntax = XMPNamespace("rdf", rdf, "RDF Description Bag Seq Alt li value resource parseType")
        for namespace in all + [xml, syntax] {
            for name in namespace.names {
                for uri in namespace.readURIs {
                    let reported = Array(uri.utf8) + [XMLParser.separator] + Array(name.utf8)
                    result[reported] = "\(namespace.prefix):\(name)"
                }
            }
        }
        return result
    }()

    /// The namespaces of properties and of fields of structures.
    static let all = [
        XMPNamespace(
            "dc", "http://purl.org/dc/elements/1.1/",
            "contributor coverage creator date description format identifier language publisher relation rights source subject title type"
        ),
        XMPNamespace(
            "xmp", "http://ns.adobe.com/xap/1.0/",
            "BaseURL CreateDate CreatorTool Identifier Label MetadataDate ModifyDate Nickname Rating"),
        XMPNamespace(
            "xmpRights", "http://ns.adobe.com/xap/1.0/rights/", "Certificate Marked Owner UsageTerms WebStatement"),
        XMPNamespace(
            "xmpMM", "http://ns.adobe.com/xap/1.0/mm/",
            "DerivedFrom DocumentID History InstanceID OriginalDocumentID RenditionClass VersionID"),
        XMPNamespace(
            "stEvt", "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
            "action changed instanceID parameters softwareAgent when"),
        XMPNamespace(
            "stRef", "http://ns.adobe.com/xap/1.0/sType/ResourceRef#", "documentID instanceID originalDocumentID"),
        XMPNamespace(
            "photoshop", "http://ns.adobe.com/photoshop/1.0/",
            """
            AuthorsPosition CaptionWriter Category City ColorMode Country Credit DateCreated Headline ICCProfile Instructions Source State \
            SupplementalCategories TransmissionReference Urgency
            """),
        XMPNamespace(
            "Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
            """
            AltTextAccessibility CiAdrCity CiAdrCtry CiAdrExtadr CiAdrPcode CiAdrRegion CiEmailWork CiTelWork CiUrlWork CountryCode \
            CreatorContactInfo ExtDescrAccessibility IntellectualGenre Location Scene SubjectCode
            """),
        XMPNamespace(
            "Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
            """
            AISystemUsed AISystemVersionUsed AIPromptInformation AIPromptWriterName AddlModelInfo City CountryCode CountryName CvId CvTermId \
            CvTermName DigitalImageGUID DigitalSourceType Event EventId LocationCreated LocationId LocationName LocationShown \
            MaxAvailHeight MaxAvailWidth ModelAge OrganisationInImageCode OrganisationInImageName PersonInImage ProvinceState RegistryId \
            RegItemId RegOrgId Sublocation WorldRegion
            """),
        XMPNamespace(
            "plus", "http://ns.useplus.org/ldf/xmp/1.0/",
            """
            CopyrightOwner CopyrightOwnerID CopyrightOwnerImageID CopyrightOwnerName CreditLineRequired DataMining ImageCreator ImageCreatorID \
            ImageCreatorName ImageSupplier ImageSupplierID ImageSupplierImageID ImageSupplierName Licensor LicensorCity LicensorCountry \
            LicensorEmail LicensorID LicensorName LicensorTelephone1 LicensorTelephone2 LicensorURL MinorModelAgeDisclosure ModelReleaseID \
            ModelReleaseStatus OtherConstraints PropertyReleaseID PropertyReleaseStatus Version
            """),
        XMPNamespace("cc", "http://creativecommons.org/ns#", "attributionName attributionURL license morePermissions"),
        XMPNamespace("lr", "http://ns.adobe.com/lightroom/1.0/", "hierarchicalSubject weightedFlatSubject"),
        XMPNamespace("digiKam", "http://www.digikam.org/ns/1.0/", "CaptionsAuthorNames ColorLabel PickLabel TagsList"),
        XMPNamespace(
            "MicrosoftPhoto", "http://ns.microsoft.com/photo/1.0/", "DateAcquired LastKeywordIPTC LastKeywordXMP Rating"
        ),
        XMPNamespace(
            "tiff", "http://ns.adobe.com/tiff/1.0/",
            """
            Artist BitsPerSample Compression Copyright DateTime ImageDescription ImageLength ImageWidth Make Model Orientation \
            PhotometricInterpretation PlanarConfiguration PrimaryChromaticities ReferenceBlackWhite ResolutionUnit SamplesPerPixel Software \
            WhitePoint XResolution YCbCrCoefficients YCbCrPositioning YCbCrSubSampling YResolution
            """),
        XMPNamespace(
            "exif", "http://ns.adobe.com/exif/1.0/",
            """
            ApertureValue BrightnessValue ColorSpace ComponentsConfiguration CompressedBitsPerPixel Contrast CustomRendered DateTimeDigitized \
            DateTimeOriginal DigitalZoomRatio ExifVersion ExposureBiasValue ExposureIndex ExposureMode ExposureProgram ExposureTime FNumber \
            FileSource Fired Flash FlashEnergy FlashpixVersion FocalLength FocalLengthIn35mmFilm FocalPlaneResolutionUnit \
            FocalPlaneXResolution FocalPlaneYResolution Function GainControl GPSAltitude GPSAltitudeRef GPSAreaInformation GPSDOP \
            GPSDestBearing GPSDestBearingRef GPSDestDistance GPSDestDistanceRef GPSDestLatitude GPSDestLongitude GPSDifferential \
            GPSHPositioningError GPSImgDirection GPSImgDirectionRef GPSLatitude GPSLongitude GPSMapDatum GPSMeasureMode GPSProcessingMethod \
            GPSSatellites GPSSpeed GPSSpeedRef GPSStatus GPSTimeStamp GPSTrack GPSTrackRef GPSVersionID ISOSpeedRatings ImageUniqueID \
            LightSource MaxApertureValue MeteringMode Mode PixelXDimension PixelYDimension RedEyeMode Return Saturation SceneCaptureType \
            SceneType SensingMethod Sharpness ShutterSpeedValue SpectralSensitivity SubjectArea SubjectDistance SubjectDistanceRange \
            SubjectLocation UserComment WhiteBalance
            """),
        XMPNamespace(
            "exifEX", "http://cipa.jp/exif/1.0/",
            """
            Acceleration BodySerialNumber CameraElevationAngle CameraFirmware CameraOwnerName CompositeImage Gamma Humidity ISOSpeed \
            ISOSpeedLatitudeyyy ISOSpeedLatitudezzz ImageEditingSoftware ImageEditor ImageTitle InteroperabilityIndex LensMake LensModel \
            LensSerialNumber LensSpecification MetadataEditingSoftware OffsetTime OffsetTimeDigitized OffsetTimeOriginal \
            PhotographicSensitivity Photographer Pressure RAWDevelopingSoftware RecommendedExposureIndex SensitivityType \
            StandardOutputSensitivity Temperature WaterDepth
            """),
        XMPNamespace(
            "aux", "http://ns.adobe.com/exif/1.0/aux/",
            """
            ApproximateFocusDistance Firmware FlashCompensation ImageNumber Lens LensID LensInfo LensSerialNumber OwnerName SerialNumber
            """),
        XMPNamespace(
            "GPano", "http://ns.google.com/photos/1.0/panorama/",
            """
            CaptureSoftware CroppedAreaImageHeightPixels CroppedAreaImageWidthPixels CroppedAreaLeftPixels CroppedAreaTopPixels \
            ExposureLockUsed FirstPhotoDate FullPanoHeightPixels FullPanoWidthPixels InitialHorizontalFOVDegrees InitialViewHeadingDegrees \
            InitialViewPitchDegrees InitialViewRollDegrees LastPhotoDate PoseHeadingDegrees PosePitchDegrees PoseRollDegrees ProjectionType \
            SourcePhotosCount StitchingSoftware UsePanoramaViewer
            """),
    ]
}
