package scan

import (
	"regexp"

	"luminos"
	"luminos/internal/content"
)

// single matches the names of well-known libraries of C and C++ that consist of a file or two, which others copy.
var single = regexp.MustCompile(`(?:^|/)(?:stb_(?:image|image_write|image_resize2?|truetype|vorbis|sprintf|rect_pack|` +
	`easy_font|textedit|perlin|dxt|voxel_render|tilemap_editor|c_lexer|herringbone_wang_tile|connected_components)\.[ch]|` +
	`ut(?:hash|list|array|string)\.h|xxhash\.[ch]|khash\.h|cgltf\.h|fast_obj\.h|miniaudio\.h|dr_(?:wav|mp3|flac)\.h|` +
	`nanosvg(?:rast)?\.h|tinyxml2\.(?:h|cpp)|sqlite3\.[ch]|miniz\.[ch]|lodepng\.(?:h|c|cpp)|jsmn\.h|` +
	`linenoise\.[ch]|cJSON\.[ch]|catch\.hpp|doctest\.h)$`)

// markSingles marks the well-known libraries of one file below the top as vendored. A target with such a file at the
// top, or with most of its code in them, is the library itself.
func markSingles(s *luminos.Scan) {
	var found []*luminos.File
	copied, all := 0, 0
	for i := range s.Files {
		f := &s.Files[i]
		if !f.Counted() || !content.IsProgramming(f.Language) {
			continue
		}
		all += f.Lines.Code
		if !single.MatchString(string(f.Path)) {
			continue
		}
		if f.Path.Dir() == luminos.Root {
			return
		}
		copied += f.Lines.Code
		found = append(found, f)
	}
	if copied*2 > all {
		return
	}
	for _, f := range found {
		f.Vendored = true
	}
}
