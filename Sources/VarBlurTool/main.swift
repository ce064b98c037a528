// The executable. All code is in a library target so that tests and fuzz targets can import it.
internal import VarBlurCommand

CommandLineTool.main()
