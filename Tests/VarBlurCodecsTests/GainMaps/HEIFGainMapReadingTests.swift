import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// Reading the map of a HEIF file takes a process of its own.
@Suite("When gain maps of HEIC files are read")
struct HEIFGainMapReadingTests {
    @Test("are read only for outputs that get them", arguments: [HEIFHDRFile.Form.iso, .appleNotes])
    func reading(form: HEIFHDRFile.Form) throws {
        let bytes = try HEIFHDRFile(HDRFile(size: Size(256, 128), ratio: 2), HEIFFiles(), .heic, form).bytes()
        let settings: [(ImageFormat?, MetadataStripping, Bool)] = [
            (.jpeg, .none, true), (.jpeg, .safe, true), (nil, .none, true), (.png, .none, false), (.avif, .none, true),
            (.jpeg, .gainMap, false), (.jpeg, .all, false),
        ]
        for (format, stripping, isRead) in settings {
            let job = GainMapTests.job { ($0.output.format, $0.output.stripping) = (format, stripping) }
            let context = job.startingContext(gainMaps: job.mayKeepGainMap ? .contents : .presence)
            let header = try job.codecs.makeReader(of: FileContents(bytes), context).header
            #expect((header.gainMap != nil) == isRead && header.hasGainMap, "\(stripping)")
            #expect(header.auxiliaryImages == [.gainMap] && header.notices.isEmpty, "\(header.notices)")
        }
        // several outputs, of which one gets the map
        let outputs = [ImageFormat.png, .jpeg, .webP].map { format in
            BlurJob.Output(resize: nil, settings: GainMapTests.job { $0.output.format = format }.output)
        }
        let reports = try GainMapTests.job().run(from: .bytes(bytes), to: outputs).map { try $0.get() }
        #expect(reports.map(\.gainMap) == [.dropped, .kept, .dropped])
    }
}
