package content

import (
	"strings"

	"luminos"
)

// Contradicts reports whether the extension does not allow a MIME type that
// [Identify] returned: a picture named .txt, an HTML page named .jpg, a PNG
// named .jpg. If in doubt it returns false: extensions with several meanings,
// unrecognised content, empty files and pointers to content kept elsewhere
// never contradict.
func Contradicts(p luminos.Path, mime string) bool {
	ext := extOf(baseOf(p))
	if mime == midi && sampled[ext] {
		return true
	}
	if ext == "" || mime == "" || mime == unknownFormat.mime || mime == "inode/x-empty" || mime == LFSPointer {
		return false
	}
	if allowed, ok := allowedMIME[ext]; ok {
		for _, prefix := range allowed {
			if strings.HasPrefix(mime, prefix) {
				return false
			}
		}
		return true
	}
	return textExtension[ext] && !isTextMIME(mime)
}

// midi is the type of notes that an instrument plays. Files with one of the extensions sampled hold sound.
const midi = "audio/midi"

var sampled = map[string]bool{
	".mp3": true, ".wav": true, ".flac": true, ".ogg": true, ".oga": true, ".opus": true, ".m4a": true, ".aac": true,
	".wma": true, ".aiff": true, ".aif": true,
}

// allowedMIME are beginnings of the MIME types that an extension allows.
var allowedMIME = func() map[string][]string {
	t := map[string][]string{}
	for _, l := range allowedLists {
		for ext := range strings.FieldsSeq(l.extensions) {
			t[ext] = strings.Fields(l.mimes)
		}
	}
	return t
}()

// allowedLists have only extensions that mean one thing, each once.
var allowedLists = []struct{ extensions, mimes string }{
	{".png", "image/png image/apng"},
	{".jpg .jpeg .jpe .jfif", "image/jpeg"},
	{".gif", "image/gif"},
	{".bmp", "image/bmp"},
	{".webp", "image/webp"},
	{".tif .tiff", "image/tiff"},
	{".ico", "image/"}, // browsers take any picture for an icon
	{".psd .psb", "image/vnd.adobe.photoshop"},
	{".heic .heif", "image/hei"},
	{".avif", "image/avif"},
	// Raw files are built like TIFF or have a signature of their maker; no raw format is a whole JPEG file.
	{".nef .nrw .cr2 .crw .cr3 .arw .srf .sr2 .dng .orf .rw2 .raf .pef .srw .x3f .erf .kdc .dcr .mrw .3fr",
		"image/tiff image/x- application/octet-stream"},
	{".pdf", "application/pdf"},
	{".ai", "application/pdf application/postscript text/ image/"},
	{".mp3 .wav .flac .ogg .oga .opus .m4a .aac .wma .aiff .aif", "audio/ video/ application/ogg application/x-riff"},
	{".mp4 .m4v .mov .mkv .avi .webm .wmv .flv .mpg .mpeg .3gp", "audio/ video/ image/hei application/x-riff application/vnd.rn-realmedia"},
	{".zip .jar .war .ear .apk .whl .xpi .vsix .nupkg .ipa .aar", zipFamily},
	{".docx .xlsx .pptx .docm .xlsm .pptm", zipFamily + " application/x-ole-storage application/encrypted"},
	{".odt .ods .odp .odg .epub", zipFamily},
	{".gz .tgz", "application/gzip"},
	{".bz2 .tbz2", "application/x-bzip2"},
	{".xz .txz", "application/x-xz"},
	{".zst", "application/zstd"},
	{".7z", "application/x-7z-compressed application/vnd.microsoft.portable-executable"},
	{".rar", "application/x-rar application/vnd.rar application/vnd.microsoft.portable-executable"},
	{".tar", "application/x-tar application/x-gtar"},
	{".exe .dll .sys", "application/vnd.microsoft.portable-executable application/x-dosexec application/x-ms-ne-executable"},
	{".class", "application/x-java-applet text/"},
	{".woff", "font/ application/font"},
	{".woff2", "font/ application/font"},
	{".ttf .otf .ttc", "font/ application/vnd.ms-opentype application/font"},
	{".sqlite .sqlite3", "application/vnd.sqlite3"},
	{".parquet", "application/vnd.apache.parquet"},
	{".doc .xls .ppt", "application/x-ole-storage application/encrypted application/msword application/vnd.ms- text/ message/ " + zipFamily},
}

// zipFamily lists the beginnings of the types whose files are ZIP files.
const zipFamily = "application/zip application/java-archive application/epub+zip application/vnd.openxmlformats application/vnd.oasis " +
	"application/vnd.android application/vnd.ms-visio application/vnd.ms-"

// textExtension are extensions whose files are text in every use of them.
var textExtension = func() map[string]bool {
	t := map[string]bool{}
	for ext := range strings.FieldsSeq(`.txt .md .markdown .rst .adoc .org .tex .bib .csv .tsv .json .jsonl .ndjson .yaml .yml .toml
		.ini .cfg .xml .html .htm .css .scss .less .js .mjs .cjs .jsx .tsx .vue .svelte .py .pyi .rb .go .rs .c .h .cc .cpp .cxx
		.hpp .hh .java .kt .kts .scala .swift .cs .fs .vb .php .pl .pm .lua .sh .bash .zsh .fish .ps1 .bat .sql .r .jl .hs .ml .mli
		.ex .exs .erl .hrl .clj .cljs .dart .zig .nim .proto .graphql .tf .gradle .cmake .mk .diff .patch .svg .ipynb .geojson .srt`) {
		t[ext] = true
	}
	return t
}()

// textualMIME are types of text outside of text/.
var textualMIME = func() map[string]bool {
	t := map[string]bool{"application/x-ndjson": true, "image/svg+xml": true, "application/pgp-keys": true, "application/pgp": true,
		"application/pgp-signature": true, "image/fits": true}
	for _, mime := range languageMIME {
		t[mime] = true
	}
	return t
}()

func isTextMIME(mime string) bool { return strings.HasPrefix(mime, "text/") || textualMIME[mime] }
