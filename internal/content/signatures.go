package content

import "luminos"

// Short names, for the table below only.
const (
	catDocument = luminos.CategoryDocument
	catData     = luminos.CategoryData
	catImage    = luminos.CategoryImage
	catAudio    = luminos.CategoryAudio
	catVideo    = luminos.CategoryVideo
	catArchive  = luminos.CategoryArchive
	catExec     = luminos.CategoryExecutable
	catFont     = luminos.CategoryFont
	catModel    = luminos.CategoryModel
	catOther    = luminos.CategoryOther
)

// Formats without a MIME type of their own.
var (
	numPy       = format{"application/octet-stream", catData, "NumPy data file"}
	pickle      = format{"application/octet-stream", catData, "Python pickle data"}
	redisDump   = format{"application/octet-stream", catData, "Redis RDB file"}
	gguf        = format{"application/octet-stream", catModel, "GGUF model weights"}
	safetensors = format{"application/octet-stream", catModel, "Safetensors model weights"}
)

// signatures are the formats that a fixed run of bytes identifies. If two at
// offset 0 begin alike, the longer comes first. If several MIME types are in
// use, it is the type that file(1) prints.
var signatures = []signature{
	// Documents and data of programs that no reader knows, by which tools name them
	{0, "!BDN", format{"application/vnd.ms-outlook", catOther, "Microsoft Outlook personal storage"}},
	{0, "ITSF\x03\x00\x00\x00", format{"application/vnd.ms-htmlhelp", catDocument, "Microsoft HTML Help"}},
	{0, "\x00\x01\x00\x00Standard Jet DB\x00", format{"application/x-msaccess", catData, "Microsoft Access database"}},
	{0, "\x00\x01\x00\x00Standard ACE DB\x00", format{"application/x-msaccess", catData, "Microsoft Access database"}},
	{0, "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3",
		format{"application/onenote", catDocument, "Microsoft OneNote section"}},
	{0, "\xa1\x2f\xff\x43\xd9\xef\x76\x4c\x9e\xe2\x10\xea\x57\x22\x76\x5f",
		format{"application/onenote", catDocument, "Microsoft OneNote table of contents"}},
	{0, "\xffWPC", format{"application/vnd.wordperfect", catDocument, "WordPerfect document"}},
	{0, "\x31\xbe\x00\x00\x00\xab", format{"application/x-mswrite", catDocument, "Microsoft Write document"}},
	{0, "\x00\x00\x02\x00\x06\x04", format{"application/vnd.lotus-1-2-3", catDocument, "Lotus 1-2-3 worksheet"}},
	{0, "\x00\x00\x1a\x00", format{"application/vnd.lotus-1-2-3", catDocument, "Lotus 1-2-3 worksheet"}},
	{12, "\x62\x31\x05\x00", format{"application/x-berkeleydb", catData, "Berkeley DB, a B-tree"}},
	{12, "\x61\x15\x06\x00", format{"application/x-berkeleydb", catData, "Berkeley DB, a hash table"}},

	// Images
	{0, "\x89PNG\r\n\x1a\n", format{"image/png", catImage, "PNG image data"}},
	{0, "GIF87a", format{"image/gif", catImage, "GIF image data"}},
	{0, "GIF89a", format{"image/gif", catImage, "GIF image data"}},
	{0, "\xff\xd8\xff", format{"image/jpeg", catImage, "JPEG image data"}},
	{0, "II*\x00", format{"image/tiff", catImage, "TIFF image data"}},
	{0, "MM\x00*", format{"image/tiff", catImage, "TIFF image data"}},
	{0, "II+\x00\x08\x00", format{"image/tiff", catImage, "BigTIFF image data"}},
	{0, "MM\x00+\x00\x08", format{"image/tiff", catImage, "BigTIFF image data"}},
	{0, "8BPS\x00", format{"image/vnd.adobe.photoshop", catImage, "Adobe Photoshop Image"}},
	{0, "gimp xcf ", format{"image/x-xcf", catImage, "GIMP XCF image data"}},
	{0, "icns\x00", format{"image/x-icns", catImage, "Mac OS X icon"}},
	{0, "\x00\x00\x00\x0cjP  \r\n\x87\n", format{"image/jp2", catImage, "JPEG 2000 Part 1 (JP2)"}},
	{0, "qoif", format{"image/x-qoi", catImage, "QOI image data"}},
	{0, "AT&TFORM", format{"image/vnd.djvu", catDocument, "DjVu document"}},
	{0, "SIMPLE  =   ", format{"image/fits", catImage, "FITS image data"}},

	// Sound and film
	{0, "fLaC", format{"audio/flac", catAudio, "FLAC audio bitstream data"}},
	{0, "ID3", format{"audio/mpeg", catAudio, "Audio file with ID3"}},
	{0, "OggS", format{"audio/ogg", catAudio, "Ogg data"}},
	{0, "MThd\x00\x00\x00\x06", format{"audio/midi", catAudio, "Standard MIDI data"}},
	{0, "FLV\x01", format{"video/x-flv", catVideo, "Macromedia Flash Video"}},
	{0, "\x1aE\xdf\xa3", format{"video/x-matroska", catVideo, "Matroska data"}},
	{0, "0&\xb2u\x8ef\xcf\x11", format{"video/x-ms-asf", catVideo, "Microsoft ASF"}},
	{0, "\x00\x00\x01\xba", format{"video/mpeg", catVideo, "MPEG sequence, program multiplex"}},
	{4, "ftyp", format{"video/mp4", catVideo, "ISO Media"}},
	{4, "moov", format{"video/quicktime", catVideo, "Apple QuickTime movie"}},
	{4, "mdat", format{"video/quicktime", catVideo, "Apple QuickTime movie (unoptimized)"}},
	{0, "RIFF", format{"application/x-riff", catOther, "RIFF (little-endian) data"}},
	{0, "RIFX", format{"application/x-riff", catOther, "RIFF (big-endian) data"}},
	{0, "FORM", format{"application/x-iff", catOther, "IFF data"}},

	// Archives and compressed data
	{0, "PK\x03\x04", format{"application/zip", catArchive, "Zip archive data"}},
	{0, "PK\x05\x06", format{"application/zip", catArchive, "Zip archive data (empty)"}},
	{0, "\x1f\x8b", format{"application/gzip", catArchive, "gzip compressed data"}},
	{0, "BZh", format{"application/x-bzip2", catArchive, "bzip2 compressed data"}},
	{0, "\xfd7zXZ\x00", format{"application/x-xz", catArchive, "XZ compressed data"}},
	{0, "(\xb5/\xfd", format{"application/zstd", catArchive, "Zstandard compressed data"}},
	{0, "\x04\"M\x18", format{"application/x-lz4", catArchive, "LZ4 compressed data"}},
	{0, "7z\xbc\xaf\x27\x1c", format{"application/x-7z-compressed", catArchive, "7-zip archive data"}},
	{0, "Rar!\x1a\x07", format{"application/x-rar", catArchive, "RAR archive data"}},
	{0, "!<arch>\n", format{"application/x-archive", catArchive, "current ar archive"}},
	{0, "!<thin>\n", format{"application/x-archive", catArchive, "thin archive"}},
	{0, "MSCF\x00\x00\x00\x00", format{"application/vnd.ms-cab-compressed", catArchive, "Microsoft Cabinet archive data"}},
	{257, "ustar", format{"application/x-tar", catArchive, "tar archive"}},

	// Programs
	{0, "\x7fELF", format{"application/x-executable", catExec, "ELF"}},
	{0, "MZ", format{"application/x-dosexec", catExec, "MS-DOS executable"}},
	{0, "\xfe\xed\xfa\xce", format{"application/x-mach-binary", catExec, "Mach-O"}},
	{0, "\xfe\xed\xfa\xcf", format{"application/x-mach-binary", catExec, "Mach-O"}},
	{0, "\xce\xfa\xed\xfe", format{"application/x-mach-binary", catExec, "Mach-O"}},
	{0, "\xcf\xfa\xed\xfe", format{"application/x-mach-binary", catExec, "Mach-O"}},
	{0, "\xca\xfe\xba\xbe", format{"application/x-java-applet", catExec, "compiled Java class data"}},
	{0, "\x00asm", format{"application/wasm", catExec, "WebAssembly (wasm) binary module"}},

	// Data
	{0, "TZif", format{"application/tzif", catData, "time zone data"}},
	{0, "SQLite format 3\x00", format{"application/vnd.sqlite3", catData, "SQLite 3.x database"}},
	{0, "PAR1", format{"application/vnd.apache.parquet", catData, "Apache Parquet"}},
	{0, "ARROW1\x00\x00", format{"application/vnd.apache.arrow.file", catData, "Apache Arrow columnar file"}},
	{0, "ORC", format{"application/octet-stream", catData, "Apache ORC"}},
	{0, "Obj\x01", format{"application/octet-stream", catData, "Apache Avro"}},
	{0, "\x89HDF\r\n\x1a\n", format{"application/x-hdf5", catData, "Hierarchical Data Format (version 5) data"}},
	{0, "CDF\x01", format{"application/x-netcdf", catData, "NetCDF Data Format data"}},
	{0, "CDF\x02", format{"application/x-netcdf", catData, "NetCDF Data Format data, 64-bit offset"}},
	{0, "\x93NUMPY", numPy},
	{0, "REDIS0", redisDump},
	{0, "\xde\x12\x04\x95", format{"application/x-gettext-translation", catData, "GNU message catalog (little endian)"}},
	{0, "\x95\x04\x12\xde", format{"application/x-gettext-translation", catData, "GNU message catalog (big endian)"}},
	{0, "TZif", format{"application/tzif", catData, "timezone data"}},
	{0, "PACK\x00\x00\x00", format{"application/x-git", catData, "Git pack"}},
	{0, "\xd4\xc3\xb2\xa1", format{"application/vnd.tcpdump.pcap", catData, "pcap capture file, microsecond ts (little-endian)"}},
	{0, "\xa1\xb2\xc3\xd4", format{"application/vnd.tcpdump.pcap", catData, "pcap capture file, microsecond ts (big-endian)"}},
	{0, "\x0a\x0d\x0d\x0a", format{"application/octet-stream", catData, "pcapng capture file"}},
	{0, "bplist00", format{"application/octet-stream", catData, "Apple binary property list"}},

	// Model weights
	{0, "GGUF", gguf},

	// Documents
	{0, "%PDF-", pdf},
	{0, "\xef\xbb\xbf%PDF-", pdf},
	{0, "%!PS", format{"application/postscript", catDocument, "PostScript document text"}},
	{0, "{\\rtf", format{"text/rtf", catDocument, "Rich Text Format data"}},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", format{"application/x-ole-storage", catDocument, "Composite Document File V2 Document"}},

	// Fonts
	{0, "\x00\x01\x00\x00\x00\x00\x00", format{"application/octet-stream", catOther, "GTK icon cache"}}, // no tables
	{0, "\x00\x01\x00\x00\x00", format{"font/sfnt", catFont, "TrueType Font data"}},
	{0, "true\x00", format{"font/sfnt", catFont, "TrueType Font data"}},
	{0, "OTTO\x00", format{"application/vnd.ms-opentype", catFont, "OpenType font data"}},
	{0, "ttcf\x00", format{"font/collection", catFont, "TrueType font collection data"}},
	{0, "wOFF", format{"font/woff", catFont, "Web Open Font Format"}},
	{0, "wOF2", format{"font/woff2", catFont, "Web Open Font Format (Version 2)"}},
}
