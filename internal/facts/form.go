package facts

import (
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/lazyregexp"
)

// manualPage matches a page of a manual, and changeLog the log of a package, in the places where packages of a system
// install them. Both are compressed there.
var (
	manualPage = lazyregexp.Lazy(`(?:^|/)man[1-9ln]/[^/]+\.[1-9ln][A-Za-z0-9+]*(?:\.(?:gz|xz|bz2|zst))?$`)
	changeLog  = lazyregexp.Lazy(`(?i)^changelog(?:\.[a-z0-9._-]+)?\.(?:gz|xz|bz2|zst)$`)
)

// formPlaces are names of formats whose files are known by the places where packages of a system install them. Each
// path has the part, which is cheaper to look for than the pattern.
var formPlaces = []struct {
	part string
	path func() *regexp.Regexp
	name string
}{
	{"locales/", lazyregexp.Lazy(`(?:^|/)locales/(?:[a-z]{2,3}(?:_[A-Z]{2}(?:@[a-z]+)?)?|C|POSIX)$`), "locale definition"},
	{"locales/", lazyregexp.Lazy(`(?:^|/)locales/translit_\w+$`), "transliteration"},
	{"charmaps/", lazyregexp.Lazy(`(?:^|/)charmaps/[^/]+\.gz$`), "charmap"},
	{"games/fortunes/", lazyregexp.Lazy(`(?:^|/)games/fortunes/(?:[^/]+/)*[^/.]+$`), "fortune file"},
	{"games/fortunes/", lazyregexp.Lazy(`(?:^|/)games/fortunes/(?:[^/]+/)*[^/]+\.dat$`), "fortune index"},
	{"dictd/", lazyregexp.Lazy(`(?:^|/)dictd/[^/]+\.dict\.dz$`), "compressed dictionary"},
	{"dictd/", lazyregexp.Lazy(`(?:^|/)dictd/[^/]+\.index$`), "dictionary index"},
	{"/copyright", lazyregexp.Lazy(`(?:^|/)[a-z0-9][a-z0-9+.-]*/copyright$`), "copyright file"},
	{".conf", lazyregexp.Lazy(`(?:^|/)(?:etc/fonts|fontconfig)/(?:.*/)?[^/]+\.conf$|` +
		`(?:^|/)conf\.avail/\d\d-[^/]+\.conf$`), "fontconfig file"},
	{"aspell/", lazyregexp.Lazy(`(?:^|/)aspell/[^/]+\.(?:alias|multi|dat|rws|cwl|kbd|map)(?:\.gz)?$`), "Aspell file"},
	{"dbus-1/", lazyregexp.Lazy(`(?:^|/)dbus-1/(?:.*/)?[^/]+\.service$`), "D-Bus service"},
	{"system/", systemdUnit, "systemd unit"},
	{"user/", systemdUnit, "systemd unit"},
	{"lintian/", lazyregexp.Lazy(`(?:^|/)lintian/overrides/[^/]+$`), "lintian override"},
	{"terminfo/", lazyregexp.Lazy(`(?:^|/)terminfo/[0-9A-Za-z]{1,2}/[^/]+$`), "terminfo entry"},
	{".info", lazyregexp.Lazy(`\.info(?:-\d+)?\.(?:gz|xz|bz2|zst)$|/info/[^/]+\.info(?:-\d+)?$`), "Info manual"},
	{".gschema.xml", lazyregexp.Lazy(`\.gschema\.xml$`), "GSettings schema"},
	{"MANIFEST.MF", lazyregexp.Lazy(`(?:^|/)META-INF/MANIFEST\.MF$`), "JAR manifest"},
	{".html.", lazyregexp.Lazy(`\.html\.[a-z]{2}(?:[-_][A-Za-z]{2})?$`), "HTML file"}, // in a language
	{"hyph_", lazyregexp.Lazy(`(?:^|/)hyph_[^/]+\.dic$`), "hyphenation file"},
	{"xkb/", lazyregexp.Lazy(`(?:^|/)xkb/(?:compat|geometry|keycodes|rules|symbols|types)/`), "XKB file"},
	{"locale/", lazyregexp.Lazy(`(?:^|/)locale/[^/]+/(?:Compose|XI18N_OBJS|XLC_LOCALE)$`), "X locale file"},
}

// systemdUnit matches the path of a unit in a directory of units.
var systemdUnit = lazyregexp.Lazy(`(?:^|/)(?:system|user)/(?:.*/)?[^/]+` +
	`\.(?:service|socket|timer|target|mount|path|slice)$`)

// forms are the names of formats with their extensions, by larger classes. A name is for one file.
var forms = []struct{ class, formats string }{
	{"images", `JPEG image: .jpg .jpeg .jpe; PNG image: .png; GIF image: .gif; SVG image: .svg .svgz;
		WebP image: .webp; HEIC image: .heic .heif .hif; TIFF image: .tif .tiff; BMP image: .bmp;
		icon: .ico .icns; XPM image: .xpm; AVIF image: .avif;
		raw image: .cr2 .cr3 .crw .mrw .nef .arw .dng .raf .orf .rw2; Photoshop image: .psd; GIMP image: .xcf;
		EPS image: .eps; XBM image: .xbm; PNM image: .ppm .pgm .pbm; Illustrator drawing: .ai;
		Krita image: .kra; TGA image: .tga`},
	{"documents", `PDF: .pdf; Word document: .doc .docx .docm .dotx; OpenDocument text: .odt; RTF document: .rtf;
		Pages document: .pages; Excel workbook: .xls .xlsx .xlsm .xlsb; OpenDocument spreadsheet: .ods;
		PowerPoint presentation: .ppt .pptx .pps .ppsx; OpenDocument presentation: .odp;
		Markdown file: .md .markdown .mdx; reStructuredText file: .rst;
		AsciiDoc file: .adoc .asciidoc; Org file: .org; TeX file: .tex; EPUB book: .epub;
		FictionBook: .fb2; DjVu document: .djvu; Kindle book: .mobi .azw3; PostScript document: .ps`},
	{"sounds", `MP3 file: .mp3; FLAC file: .flac; Ogg file: .ogg .oga; Opus sound: .opus; WAV sound: .wav;
		M4A sound: .m4a; AAC sound: .aac; AIFF sound: .aif .aiff; WMA sound: .wma; MIDI file: .mid .midi`},
	{"videos", `MP4 file: .mp4 .m4v; QuickTime video: .mov; Matroska video: .mkv; AVI video: .avi;
		WebM video: .webm; MPEG video: .mpg .mpeg; WMV video: .wmv; 3GP video: .3gp`},
	{"fonts", `TrueType font: .ttf .ttc; OpenType font: .otf; web font: .woff .woff2;
		PostScript font: .pfa .pfb; bitmap font: .bdf .pcf`},
	{"archives", `ZIP archive: .zip; tar archive: .tar .tgz .tbz2 .txz; 7z archive: .7z; RAR archive: .rar;
		JAR archive: .jar .war; Python wheel: .whl; disk image: .iso .dmg; Debian package: .deb;
		RPM package: .rpm`},
	{"3D models and drawings", `STL model: .stl; STEP model: .step .stp; AutoCAD drawing: .dwg; DXF drawing: .dxf;
		Blender file: .blend; glTF model: .gltf .glb; FreeCAD file: .fcstd; 3MF model: .3mf;
		KiCad file: .kicad_pcb .kicad_sch .kicad_mod .kicad_sym .kicad_pro .kicad_prl .kicad_dru;
		OpenSCAD file: .scad; G-code file: .gcode`},
	{"trained models and notebooks", `notebook: .ipynb; GGUF model: .gguf; safetensors file: .safetensors;
		ONNX model: .onnx; TorchScript model: .jit .torchscript .ptl`},
	{"", `text file: .txt .debian; HTML file: .html .htm .xhtml; BibTeX file: .bib;
		CSV file: .csv; TSV file: .tsv; JSON file: .json; JSON Lines file: .jsonl .ndjson;
		GeoJSON file: .geojson; TopoJSON file: .topojson; XML file: .xml; YAML file: .yaml .yml;
		TOML file: .toml; INI file: .ini; SQLite database: .sqlite .sqlite3; Parquet file: .parquet;
		NumPy array: .npy .npz; HDF5 file: .h5 .hdf5; shapefile: .shp; Access database: .mdb .accdb;
		SQL file: .sql; e-mail: .eml .emlx; mailbox: .mbox; calendar file: .ics; contact file: .vcf;
		GPX track: .gpx; DTD: .dtd; playlist: .m3u .m3u8 .pls; KML file: .kml .kmz; PHP file: .php;
		Makefile: .mk; subtitle file: .srt .vtt; XMP sidecar: .xmp; dBASE table: .dbf; GeoPackage: .gpkg;
		Lightroom catalogue: .lrcat; GEDCOM file: .ged;
		configuration file: .conf .cfg .cnf; source map: .map; spelling dictionary: .dic; affix file: .aff;
		gettext translation: .po; compiled translation: .mo .qm; translation template: .pot; PEM file: .pem;
		certificate file: .crt .cer; OpenPGP file: .gpg .pgp; log file: .log; Maven POM: .pom;
		gem specification: .gemspec; desktop entry: .desktop; service file: .service; MuseScore score: .mscz .mscx;
		R documentation file: .rd; MusicXML score: .mxl .musicxml; LilyPond file: .ly .ily; torrent: .torrent;
		style sheet: .css .scss .less; XSLT file: .xsl .xslt; compiled Java class: .class; static library: .a;
		DLL file: .dll; definition file: .def;
		Haskell interface file: .hi .dyn_hi .p_hi`},
}

// formByExt and classByForm are indexes of forms.
var formByExt, classByForm = indexForms()

func indexForms() (byExt, classes map[string]string) {
	byExt, classes = map[string]string{}, map[string]string{}
	for _, class := range forms {
		for format := range strings.SplitSeq(class.formats, ";") {
			name, extensions, _ := strings.Cut(format, ":")
			name = strings.TrimSpace(name)
			for _, ext := range strings.Fields(extensions) {
				byExt[ext] = name
			}
			classes[name] = class.class
		}
	}
	return byExt, classes
}

// groupByForm holds the groups of formats that are smaller than a class.
var groupByForm = map[string]string{
	"Word document": office, "OpenDocument text": office, "RTF document": office, "Pages document": office,
	"Excel workbook": office, "OpenDocument spreadsheet": office, "PowerPoint presentation": office,
	"OpenDocument presentation": office, "EPUB book": ebooks, "FictionBook": ebooks, "Kindle book": ebooks,
}

const office, ebooks = "office documents", "e-books"

// sourceLanguages are the languages whose files are named by them.
var sourceLanguages = map[string]bool{
	"C": true, "C++": true, "C#": true, "Go": true, "Rust": true, "Java": true, "Kotlin": true, "Swift": true,
	"Python": true, "Ruby": true, "Perl": true, "Shell": true, "JavaScript": true, "TypeScript": true,
	"Lua": true, "Tcl": true,
	"Haskell": true, "Emacs Lisp": true, "Vim Script": true, "R": true, "Julia": true, "PowerShell": true,
	"Awk": true, "Batchfile": true, "Clojure": true, "Common Lisp": true, "Dart": true, "Elixir": true, "Erlang": true,
	"Fortran": true, "Groovy": true, "OCaml": true, "QML": true, "Roff": true, "Scala": true, "Scheme": true,
	"MATLAB": true, "Objective-C": true, "CMake": true, "Meson": true, "M4": true, "Dockerfile": true, "Nix": true,
}

// neverText are formats whose extensions texts have, too.
var neverText = map[string]bool{
	"Word document": true, "Excel workbook": true, "PowerPoint presentation": true, "compiled Java class": true,
	"static library": true, "DLL file": true,
}

// headers are the extensions of headers, whose language C and C++ share, and headerFile their name.
var headers = []string{".h", ".hh", ".hpp", ".hxx"}

const headerFile = "header file"

// batchFile is the name of a file in the language Batchfile.
const batchFile = "batch file"

// mapped matches the names of source maps: the name of the script or the style sheet is before the extension.
var mapped = lazyregexp.Lazy(`(?i)\.(?:[cm]?[jt]s|css|wasm)\.map(?:\.\w+)?$`)

// rotatedLog matches the names of logs that a program has put aside: access.log.2, error.log.3.gz, syslog.2.gz.
var rotatedLog = lazyregexp.Lazy(`(?i)(?:\.log|^syslog|^maillog)[.-][\d.-]+(?:\.(?:gz|xz|bz2|zst))?$|` +
	`\.log\.(?:gz|xz|bz2|zst)$|^syslog$`)

// companion reports whether a file only accompanies the file whose extension it has: a lock of Microsoft Office, or
// the attributes of a file of macOS.
func companion(p luminos.Path) bool {
	return strings.HasPrefix(p.Base(), "~$") || strings.HasPrefix(p.Base(), "._")
}

// formByMIME holds the names of formats whose files often have no extension.
var formByMIME = map[string]string{
	"application/x-executable": "ELF program", "application/x-pie-executable": "ELF program",
	"application/x-sharedlib": "ELF library", "application/x-mach-binary": "Mach-O file",
	"application/vnd.microsoft.portable-executable": "PE program", // of Windows or of .NET, which runs elsewhere, too
	"application/tzif": "time zone file", "application/vnd.sqlite3": "SQLite database",
	"message/rfc822": "e-mail", "application/mbox": "mailbox",
}

// formInside holds the names of formats whose files often have the extension of another one.
var formInside = map[string]string{
	"image/jpeg": "JPEG image", "image/png": "PNG image", "image/gif": "GIF image", "image/webp": "WebP image",
	"image/tiff": "TIFF image", "image/bmp": "BMP image", "image/svg+xml": "SVG image", "application/pdf": "PDF",
	"application/zip": "ZIP archive", "text/html": "HTML file", "text/xml": "XML file",
	"text/rtf": "RTF document",
}

// formOf returns the name of the format of a file by its extension, or by its content if that contradicts the
// extension, such as "JPEG image", or "" if it has no name that people know.
func formOf(f *luminos.File) string {
	ext := f.Path.Ext()
	name := formByExt[ext]
	if inside := formInside[f.MIME]; inside != "" && content.Contradicts(f.Path, f.MIME) {
		name = inside
	}
	at := formAt(f.Path)
	secured := pemForm(f.Description)
	isLog := strings.Contains(strings.ToLower(f.Path.Base()), "log")
	switch {
	case companion(f.Path):
		return ""
	case secured != "" && slices.Contains([]string{"", "text file", "PEM file", "certificate file"}, name):
		return secured
	case strings.HasPrefix(f.Path.Dir().Base(), "man") && manualPage().MatchString(string(f.Path)):
		return "manual page"
	case isLog && changeLog().MatchString(f.Path.Base()):
		return "compressed change log"
	case at != "":
		return at
	case isLog && rotatedLog().MatchString(f.Path.Base()):
		return "log file"
	case formByMIME[f.MIME] != "" && (name == "" || name == "text file"):
		return formByMIME[f.MIME]
	case f.Text && neverText[name]:
		return ""
	case name == sourceMap && f.MIME != "application/json" && !mapped().MatchString(f.Path.Base()):
		name = ""
	}
	source := f.Category == luminos.CategorySource && sourceLanguages[f.Language]
	if name == "configuration file" && f.Executable && source {
		name = "" // a program, as update-exim4.conf
	}
	switch {
	case f.Category == luminos.CategorySource && slices.Contains(headers, ext):
		return headerFile
	case f.Language == "Makefile":
		return "Makefile"
	case f.Language == "AsciiDoc":
		return "AsciiDoc file"
	case f.Language == "MATLAB": // linguist has no Octave, whose files have the same extension
		return "MATLAB or Octave file"
	case f.MIME == "inode/x-empty" && !source && (name == "" || name == plainText || name == "log file"):
		return "empty file"
	case name != "":
		return name
	case strings.HasSuffix(strings.ToLower(f.Path.Base()), ".tar"+ext) && f.Category == luminos.CategoryArchive:
		return "tar archive"
	case source && f.Language == "Batchfile":
		return batchFile
	case source:
		return f.Language + " file"
	case f.Text && f.Regular() && strings.Trim(ext, ".0123456789") == "": // GPL-2 has no extension, nor has GFDL-1.2
		return plainText
	}
	return ""
}

// pemForms are the formats of files of PEM by the end of their description, which follows the first line.
var pemForms = [][2]string{
	{"certificate", "certificate file"}, {"certificate request", "certificate request"},
	{"private key", "private key file"}, {"public key", "public key file"},
}

// pemForm returns the name of a format by the description of a file of PEM, or "".
func pemForm(description string) string {
	kind, pem := strings.CutPrefix(description, "PEM ")
	for _, form := range pemForms {
		if pem && strings.HasSuffix(kind, form[0]) {
			return form[1]
		}
	}
	return ""
}

// plainText is the name of a text without an extension, which says nothing about a folder of such files.
const plainText = "plain text file"

// formAt returns the name of a format by the place of a file, such as "charmap", or "".
func formAt(p luminos.Path) string {
	for i := range formPlaces {
		if at := &formPlaces[i]; strings.Contains(string(p), at.part) && at.path().MatchString(string(p)) {
			return at.name
		}
	}
	return ""
}

// sourceMap is the name of the format whose extension maps of other kinds have, too.
const sourceMap = "source map"

// classOf returns the class of a format, in the plural, or "".
func classOf(form string) string {
	lang, ok := strings.CutSuffix(form, " file")
	if form == headerFile || form == batchFile || ok && sourceLanguages[lang] {
		return "source files"
	}
	return classByForm[form]
}
