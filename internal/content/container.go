package content

import (
	"bytes"
	"strings"

	"luminos"
)

// refine returns a more precise format than f for content b whose signature several formats share,
// for example a Word document for a ZIP signature. It returns f if nothing more precise is found.
func refine(f format, b []byte) format {
	switch f.mime {
	case "application/zip":
		return zipFormat(f, b)
	case "application/x-riff":
		return riffFormat(f, b)
	case "application/x-iff":
		return iffFormat(f, b)
	case "audio/ogg":
		return oggFormat(f, b)
	case "video/mp4":
		return isoMediaFormat(f, b)
	case "video/x-matroska":
		if bytes.Contains(b[:min(len(b), 64)], []byte("webm")) {
			return format{"video/webm", luminos.CategoryVideo, "WebM"}
		}
	case "application/x-executable":
		f.mime = elfMIME(b)
	case "application/x-dosexec":
		if at := peHeader(b); at > 0 {
			return format{"application/vnd.microsoft.portable-executable", luminos.CategoryExecutable, "PE executable"}
		}
	case "application/x-java-applet":
		// A universal Mach-O binary has the number of its architectures where
		// a class file has its version, which is 45 and up.
		if len(b) >= 8 && be32(b[4:]) < 40 {
			return format{"application/x-mach-binary", luminos.CategoryExecutable, "Mach-O universal binary"}
		}
	case "application/x-ole-storage":
		return oleFormat(f, b, b[min(oleStart(b), int64(len(b))):])
	case "application/x-archive":
		if bytes.HasPrefix(b, []byte("!<arch>\ndebian-binary")) {
			return format{"application/vnd.debian.binary-package", luminos.CategoryArchive, "Debian binary package"}
		}
	}
	return f
}

// oleStreams are the streams, in UTF-16, by which the programs of an older
// office suite know their files.
var oleStreams = []struct {
	stream string
	format
}{
	{"E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00", format{"application/encrypted", luminos.CategoryDocument, "CDFV2 Encrypted"}},
	{"W\x00o\x00r\x00d\x00D\x00o\x00c\x00u\x00m\x00e\x00n\x00t\x00", format{"application/msword", luminos.CategoryDocument, "Microsoft Word 97-2003 document"}},
	{"P\x00o\x00w\x00e\x00r\x00P\x00o\x00i\x00n\x00t\x00 \x00D\x00", format{"application/vnd.ms-powerpoint", luminos.CategoryDocument, "Microsoft PowerPoint 97-2003 presentation"}},
	{"W\x00o\x00r\x00k\x00b\x00o\x00o\x00k\x00", format{"application/vnd.ms-excel", luminos.CategoryDocument, "Microsoft Excel 97-2003 workbook"}},
	{"B\x00o\x00o\x00k\x00\x00\x00", format{"application/vnd.ms-excel", luminos.CategoryDocument, "Microsoft Excel 5-95 workbook"}},
	{"_\x00_\x00p\x00r\x00o\x00p\x00e\x00r\x00t\x00i\x00e\x00s\x00", format{"application/vnd.ms-outlook", luminos.CategoryDocument, "Microsoft Outlook message"}},
}

// oleStart returns the offset of the directory of a Microsoft OLE file by its first bytes, or 0.
func oleStart(head []byte) int64 {
	if len(head) < 52 || le16(head[30:]) < 7 || le16(head[30:]) > 16 {
		return 0
	}
	return (int64(le32(head[48:])) + 1) << le16(head[30:])
}

// oleFormat returns the format of a Microsoft OLE file, for example a Word 97 document, by the names in the root of its
// directory, else by the names that occur anywhere in b: an attached document has names, too. It returns f if no known
// name occurs.
func oleFormat(f format, b, directory []byte) format {
	root := oleRoot(directory)
	for _, o := range oleStreams {
		for _, name := range root {
			if bytes.HasPrefix(name, []byte(o.stream)) {
				return o.format
			}
		}
	}
	for _, o := range oleStreams {
		if bytes.Contains(b, []byte(o.stream)) {
			return o.format
		}
	}
	return f
}

// oleRoot returns the names in the root of a directory, in UTF-16. An entry has 128 bytes: its name, the numbers of
// its two neighbours in the tree, and the number of an entry below it ([MS-CFB] 2.6.1).
func oleRoot(directory []byte) [][]byte {
	const size, below = 128, 76
	var names [][]byte
	if len(directory) < size {
		return nil
	}
	open := []uint32{le32(directory[below:])}
	for len(open) > 0 && len(names) < len(directory)/size { // a damaged tree can be a circle
		at := int64(open[len(open)-1]) * size
		open = open[:len(open)-1]
		if at > 0 && at+size <= int64(len(directory)) {
			entry := directory[at : at+size]
			names = append(names, entry[:64])
			open = append(open, le32(entry[below-8:]), le32(entry[below-4:]))
		}
	}
	return names
}

// zipFormats maps the beginning of the name of one of the first entries of a ZIP
// file to a format.
var zipFormats = []struct {
	entry string
	format
}{
	{"word/", format{"application/vnd.openxmlformats-officedocument.wordprocessingml.document", luminos.CategoryDocument, "Microsoft Word 2007+"}},
	{"xl/", format{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", luminos.CategoryDocument, "Microsoft Excel 2007+"}},
	{"ppt/", format{"application/vnd.openxmlformats-officedocument.presentationml.presentation", luminos.CategoryDocument, "Microsoft PowerPoint 2007+"}},
	{"visio/", format{"application/vnd.ms-visio.drawing.main+xml", luminos.CategoryDocument, "Microsoft Visio 2013+"}},
	{"META-INF/", format{"application/java-archive", luminos.CategoryArchive, "Java archive data (JAR)"}},
	{"AndroidManifest.xml", format{"application/vnd.android.package-archive", luminos.CategoryArchive, "Android package (APK)"}},
	{"extension/package.json", format{"application/zip", luminos.CategoryArchive, "Visual Studio Code extension (VSIX)"}},
}

// mimetypeEntries are the contents of the uncompressed first entry "mimetype"
// with which OpenDocument and EPUB files begin.
var mimetypeEntries = []struct{ mime, name string }{
	{"application/epub+zip", "EPUB document"},
	{"application/vnd.oasis.opendocument.text", "OpenDocument Text"},
	{"application/vnd.oasis.opendocument.spreadsheet", "OpenDocument Spreadsheet"},
	{"application/vnd.oasis.opendocument.presentation", "OpenDocument Presentation"},
	{"application/vnd.oasis.opendocument.graphics", "OpenDocument Drawing"},
	{"application/vnd.oasis.opendocument.chart", "OpenDocument Chart"},
	{"application/vnd.oasis.opendocument.formula", "OpenDocument Formula"},
	{"application/vnd.oasis.opendocument.image", "OpenDocument Image"},
}

// zipFormat returns the format of the ZIP file b, for example a Word document or a Java archive, by the content of a
// first entry "mimetype" or by the names of the first entries. It returns f if they are unknown.
func zipFormat(f format, b []byte) format {
	entries := zipEntries(b, 64)
	for i := range min(len(entries), 2) { // some programs keep documents in the container of EPUB
		if entries[i].name == "META-INF/container.xml" && entries[0].name != "mimetype" {
			return f
		}
	}
	office := false
	for i, e := range entries {
		if i == 0 && e.name == "mimetype" {
			return zipMimetype(f, e.data)
		}
		if e.name == "[Content_Types].xml" || e.name == "_rels/.rels" || strings.HasPrefix(e.name, "docProps/") {
			office = true
		}
		for _, z := range zipFormats {
			if strings.HasPrefix(e.name, z.entry) && (i == 0 || office || z.entry != "META-INF/") {
				if z.category == luminos.CategoryDocument && !office && i > 3 {
					continue // a directory named "word" deep in some archive
				}
				return z.format
			}
		}
		if strings.HasSuffix(e.name, "/data.pkl") || strings.HasSuffix(e.name, "/.data/serialization_id") {
			return format{"application/zip", luminos.CategoryModel, "PyTorch model (Zip archive data)"}
		}
		if e.name == "model.weights.h5" {
			return format{"application/zip", luminos.CategoryModel, "Keras model (Zip archive data)"}
		}
		if i == 0 && strings.HasSuffix(e.name, ".npy") {
			return format{"application/zip", luminos.CategoryData, "NumPy archive (Zip archive data)"}
		}
	}
	if office {
		return format{"application/vnd.openxmlformats-officedocument", luminos.CategoryDocument, "Microsoft OOXML"}
	}
	return f
}

func zipMimetype(f format, content []byte) format {
	s, template := strings.CutSuffix(strings.TrimSpace(string(content)), "-template")
	for _, m := range mimetypeEntries {
		if s != m.mime {
			continue
		}
		if template {
			return format{m.mime + "-template", luminos.CategoryDocument, m.name + " Template"}
		}
		return format{m.mime, luminos.CategoryDocument, m.name}
	}
	return f
}

// zipEntry is one entry of a ZIP file by its local header.
type zipEntry struct {
	name string
	data []byte // as stored, as far as it is there
}

// zipEntries returns the entries at the beginning of the ZIP file b, up to the number most or an incomplete header.
// It follows the sizes in the local headers; where a size is missing, it searches for the next header.
func zipEntries(b []byte, most int) []zipEntry {
	const headerLen = 30
	var entries []zipEntry
	for len(entries) < most && len(b) >= headerLen && string(b[:4]) == "PK\x03\x04" {
		size := int(le32(b[18:]) & 0x7FFFFFFF)
		nameLen, extra := int(le16(b[26:])), int(le16(b[28:]))
		streamed := le16(b[6:])&8 != 0 && size == 0
		if len(b) < headerLen+nameLen {
			break
		}
		e := zipEntry{name: string(b[headerLen : headerLen+nameLen])}
		b = b[min(len(b), headerLen+nameLen+extra):]
		e.data = b[:min(len(b), size)]
		entries = append(entries, e)
		if streamed {
			size = bytes.Index(b, []byte("PK\x03\x04"))
		}
		if size < 0 || size >= len(b) {
			break
		}
		b = b[size:]
	}
	return entries
}

func riffFormat(f format, b []byte) format {
	if len(b) < 12 {
		return f
	}
	switch string(b[8:12]) {
	case "WEBP":
		return format{"image/webp", luminos.CategoryImage, f.name + ", Web/P image"}
	case "WAVE":
		return format{"audio/x-wav", luminos.CategoryAudio, f.name + ", WAVE audio"}
	case "AVI ":
		return format{"video/x-msvideo", luminos.CategoryVideo, f.name + ", AVI"}
	case "RMID":
		return format{"audio/midi", luminos.CategoryAudio, f.name + ", Standard MIDI"}
	case "sfbk":
		return format{"audio/x-sfbk", luminos.CategoryAudio, f.name + ", SoundFont/Bank"}
	case "ACON":
		return format{"application/x-navi-animation", luminos.CategoryImage, f.name + ", animated cursor"}
	}
	return f
}

func iffFormat(f format, b []byte) format {
	if len(b) < 12 {
		return f
	}
	switch string(b[8:12]) {
	case "AIFF":
		return format{"audio/x-aiff", luminos.CategoryAudio, "IFF data, AIFF audio"}
	case "AIFC":
		return format{"audio/x-aiff", luminos.CategoryAudio, "IFF data, AIFF-C compressed audio"}
	case "ILBM":
		return format{"image/x-ilbm", luminos.CategoryImage, "IFF data, ILBM interleaved image"}
	}
	return f
}

func oggFormat(f format, b []byte) format {
	payload := oggPayload(b)
	switch {
	case bytes.HasPrefix(payload, []byte("\x80theora")):
		return format{"video/ogg", luminos.CategoryVideo, "Ogg data, Theora video"}
	case bytes.HasPrefix(payload, []byte("fishead")):
		return format{"video/ogg", luminos.CategoryVideo, "Ogg data, Skeleton"}
	}
	return f
}

// oggPayload returns the beginning of the first packet of the Ogg stream b, without the header of
// the page.
func oggPayload(b []byte) []byte {
	if len(b) < 28 {
		return nil
	}
	return b[min(len(b), 27+int(b[26])):]
}

// isoBrands are the major brands of ISO media files, by prefix.
var isoBrands = []struct {
	brand string
	format
}{
	{"qt  ", format{"video/quicktime", luminos.CategoryVideo, "ISO Media, Apple QuickTime movie"}},
	{"M4A ", format{"audio/x-m4a", luminos.CategoryAudio, "ISO Media, Apple iTunes ALAC/AAC-LC (.M4A) Audio"}},
	{"M4B ", format{"audio/mp4", luminos.CategoryAudio, "ISO Media, Apple iTunes audio book"}},
	{"M4V", format{"video/x-m4v", luminos.CategoryVideo, "ISO Media, Apple iTunes Video (.M4V)"}},
	{"3gp", format{"video/3gpp", luminos.CategoryVideo, "ISO Media, MPEG v4 system, 3GPP"}},
	{"3g2", format{"video/3gpp2", luminos.CategoryVideo, "ISO Media, MPEG v4 system, 3GPP2"}},
	{"heic", format{"image/heic", luminos.CategoryImage, "ISO Media, HEIF Image HEVC Main or Main Still Picture Profile"}},
	{"heix", format{"image/heic", luminos.CategoryImage, "ISO Media, HEIF Image HEVC Main 10 Profile"}},
	{"mif1", format{"image/heif", luminos.CategoryImage, "ISO Media, HEIF Image"}},
	{"msf1", format{"image/heif-sequence", luminos.CategoryImage, "ISO Media, HEIF Image Sequence"}},
	{"avif", format{"image/avif", luminos.CategoryImage, "ISO Media, AVIF Image"}},
	{"avis", format{"image/avif", luminos.CategoryImage, "ISO Media, AVIF Image Sequence"}},
	{"crx ", format{"image/x-canon-cr3", luminos.CategoryImage, "ISO Media, Canon Raw 3"}},
	{"isom", format{"video/mp4", luminos.CategoryVideo, "ISO Media, MP4 Base Media v1 [ISO 14496-12:2003]"}},
	{"iso2", format{"video/mp4", luminos.CategoryVideo, "ISO Media, MP4 Base Media v2 [ISO 14496-12:2005]"}},
	{"iso", format{"video/mp4", luminos.CategoryVideo, "ISO Media, MP4 Base Media"}},
	{"mp41", format{"video/mp4", luminos.CategoryVideo, "ISO Media, MP4 v1 [ISO 14496-1:ch13]"}},
	{"mp42", format{"video/mp4", luminos.CategoryVideo, "ISO Media, MP4 v2 [ISO 14496-14]"}},
	{"dash", format{"video/mp4", luminos.CategoryVideo, "ISO Media, MPEG v4 system, Dynamic Adaptive Streaming over HTTP"}},
}

func isoMediaFormat(f format, b []byte) format {
	if len(b) < 12 {
		return f
	}
	for _, k := range isoBrands {
		if bytes.HasPrefix(b[8:], []byte(k.brand)) {
			return k.format
		}
	}
	return f
}
