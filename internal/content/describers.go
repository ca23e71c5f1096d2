package content

// describers maps a MIME type to the function that returns the name of the
// format with the figures that a reader uses, or "" if the file has no such
// figures.
var describers = map[string]func(f format, s *sample) string{
	"image/png":                 describeSized,
	"image/gif":                 describeSized,
	"image/jpeg":                describeJPEG,
	"image/tiff":                describeTIFF,
	"image/bmp":                 describeSized,
	"image/webp":                describeSized,
	"image/vnd.adobe.photoshop": describeSized,
	"image/x-qoi":               describeSized,
	"image/jp2":                 describeSized,
	"image/avif":                describeSized,
	"image/heic":                describeSized,
	"image/heif":                describeSized,

	"audio/mpeg":      describeMPEG,
	"audio/flac":      describeFLAC,
	"audio/ogg":       describeOgg,
	"audio/x-wav":     describeWAV,
	"video/x-msvideo": describeAVI,
	"video/mp4":       describeISOMedia,
	"video/quicktime": describeISOMedia,
	"video/x-m4v":     describeISOMedia,

	"application/gzip":  describeGzip,
	"application/zip":   describeZip,
	"application/x-tar": describeTar,

	"application/x-executable":                      describeELF,
	"application/x-pie-executable":                  describeELF,
	"application/x-sharedlib":                       describeELF,
	"application/x-object":                          describeELF,
	"application/x-coredump":                        describeELF,
	"application/vnd.microsoft.portable-executable": describePE,
	"application/x-mach-binary":                     describeMachO,
	"application/x-java-applet":                     describeClass,
	"application/x-bytecode.python":                 describePyc,

	"application/pdf":         describePDF,
	"application/vnd.sqlite3": describeSQLite,

	"font/sfnt":                   describeSfnt,
	"application/vnd.ms-opentype": describeSfnt,
}

// formatDescribers is the same for formats that share their MIME type with many
// others. It is not a part of the table of signatures, since some describers read
// that table.
var formatDescribers = map[format]func(f format, s *sample) string{
	numPy:       describeNumPy,
	gguf:        describeGGUF,
	safetensors: describeSafetensors,
}
