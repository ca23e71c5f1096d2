package rules

import (
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// outerOf returns a function that returns, for the path of a file in an archive, the archive and the path in it. For
// another path it returns the path and "".
func outerOf(scan *luminos.Scan) func(luminos.Path) (archive, member luminos.Path) {
	var files map[luminos.Path]bool
	return func(p luminos.Path) (luminos.Path, luminos.Path) {
		if !strings.Contains(string(p), "!/") {
			return p, ""
		}
		if files == nil {
			files = make(map[luminos.Path]bool, len(scan.Files))
			for i := range scan.Files {
				files[scan.Files[i].Path] = true
			}
		}
		if files[p] {
			return p, ""
		}
		archive, member, ok := luminos.SplitMember(p, func(p luminos.Path) bool { return files[p] })
		if !ok {
			return p, ""
		}
		return archive, member
	}
}

// lineOf returns a line of a file, or of a file in it, in words: "Line 3", "Line 3 of dir/a.txt".
func lineOf(line int, member luminos.Path) string {
	text := fmt.Sprintf("Line %d", line)
	if member != "" {
		text += " of " + words.Name(string(member))
	}
	return text
}

// asideIn reports whether a file in an archive is a test, or a list that a program wrote.
func asideIn(member luminos.Path) bool {
	return member != "" &&
		(pathrole.Test(member) || testSupport(member) || lockFile(strings.ToLower(member.Base())))
}

// proseExtensions are the extensions of texts that are written for people.
var proseExtensions = []string{".txt", ".md", ".rst", ".html", ".htm", ".log", ".adoc", ".org", ".tex"}

// memberCategory returns the category of a file in an archive for the judgement of orders in it: source code shows
// texts that a program uses.
func memberCategory(member luminos.Path, reader string) luminos.Category {
	switch {
	case !strings.HasSuffix(reader, " > text"):
		return luminos.CategoryDocument
	case member.Ext() == "", slices.Contains(proseExtensions, member.Ext()):
		return luminos.CategoryDocument
	}
	return luminos.CategorySource
}
