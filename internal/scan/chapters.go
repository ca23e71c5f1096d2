package scan

import "luminos"

// markChapters makes the pages of HTML in unpacked e-books documents: below a directory with a file mimetype and with
// META-INF/container.xml.
func markChapters(files []luminos.File) {
	const both = 3
	roots := map[luminos.Path]int{}
	for i := range files {
		switch p := files[i].Path; {
		case p.Base() == "mimetype":
			roots[p.Dir()] |= 1
		case p.Base() == "container.xml" && p.Dir().Base() == "META-INF":
			roots[p.Dir().Dir()] |= 2
		}
	}
	for i := range files {
		f := &files[i]
		if f.Language != "HTML" || f.Category != luminos.CategorySource {
			continue
		}
		for dir := f.Path; dir != luminos.Root; {
			if dir = dir.Dir(); roots[dir] == both {
				f.Category = luminos.CategoryDocument
				break
			}
		}
	}
}
