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

	"video/mp4":       describeISOMedia,
	"video/quicktime": describeISOMedia,
	"video/x-m4v":     describeISOMedia,

	"application/zip": describeZip,

	"application/x-executable":     describeELF,
	"application/x-pie-executable": describeELF,
	"application/x-sharedlib":      describeELF,
	"application/x-object":         describeELF,
	"application/x-coredump":       describeELF,

	"application/pdf": describePDF,
}
