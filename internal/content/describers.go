package content

// describers say more than the name of a format, by its MIME type. "" means that
// there is no more to say.
var describers = map[string]func(f format, s *sample) string{
	"image/png":                 describePNG,
	"image/gif":                 describeGIF,
	"image/jpeg":                describeJPEG,
	"image/tiff":                describeTIFF,
	"image/bmp":                 describeBMP,
	"image/webp":                describeWebP,
	"image/vnd.microsoft.icon":  describeIcon,
	"image/vnd.adobe.photoshop": describeSized,
	"image/x-xcf":               describeXCF,
	"image/x-qoi":               describeSized,
	"image/jp2":                 describeSized,
	"image/avif":                describeSized,
	"image/heic":                describeSized,
	"image/heif":                describeSized,

	"audio/mpeg":      describeMPEG,
	"audio/flac":      describeFLAC,
	"audio/ogg":       describeOgg,
	"audio/x-wav":     describeWAV,
	"audio/midi":      describeMIDI,
	"video/x-msvideo": describeAVI,
	"video/mp4":       describeISOMedia,
	"video/quicktime": describeISOMedia,
	"video/x-m4v":     describeISOMedia,

	"application/gzip":                      describeGzip,
	"application/zip":                       describeZip,
	"application/x-tar":                     describeTar,
	"application/x-xz":                      describeXZ,
	"application/x-bzip2":                   describeBzip2,
	"application/x-7z-compressed":           describe7z,
	"application/x-rar":                     describeRAR,
	"application/vnd.debian.binary-package": describeDebian,

	"application/x-executable":                      describeELF,
	"application/x-pie-executable":                  describeELF,
	"application/x-sharedlib":                       describeELF,
	"application/x-object":                          describeELF,
	"application/x-coredump":                        describeELF,
	"application/vnd.microsoft.portable-executable": describePE,
	"application/x-mach-binary":                     describeMachO,
	"application/x-java-applet":                     describeClass,
	"application/wasm":                              describeWASM,
	"application/x-bytecode.python":                 describePyc,

	"application/pdf":                   describePDF,
	"text/rtf":                          describeRTF,
	"application/postscript":            describePostScript,
	"application/vnd.sqlite3":           describeSQLite,
	"application/x-gettext-translation": describeMO,
	"application/tzif":                  describeTZif,
	"application/x-git":                 describeGitPack,
	"application/pgp-keys":              describePGPKey,

	"font/sfnt":                   describeSfnt,
	"application/vnd.ms-opentype": describeSfnt,
	"font/woff":                   describeWOFF,
	"font/woff2":                  describeWOFF,
}

// formatDescribers say more than the name of a format that shares its MIME type
// with many others. They stand here and not in the table of signatures because
// some of the describers look things up in that.
var formatDescribers = map[format]func(f format, s *sample) string{
	numPy:       describeNumPy,
	pickle:      describePickle,
	redisDump:   describeRDB,
	gguf:        describeGGUF,
	safetensors: describeSafetensors,
}
