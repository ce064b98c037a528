// The executable. All code is in the library target, where the tests and the fuzz targets can import it.
internal import VarBlurCommand

CommandLineTool.main()
