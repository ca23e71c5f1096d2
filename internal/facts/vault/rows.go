package vault

import (
	"strings"

	"luminos"
	"luminos/internal/words"
)

// rowsMost is the number of vaults that have a row of their own.
const rowsMost = 3

// Rows returns a statement on each of the first vaults: "103 notes, 209 links, 49 link targets do not exist".
func Rows(vaults []luminos.Vault) []luminos.InsideRow {
	var out []luminos.InsideRow
	for i := range vaults[:min(len(vaults), rowsMost)] {
		v := &vaults[i]
		text := summary(v)
		if v.Path != luminos.Root {
			text = words.Name(string(v.Path)) + "/: " + text
		}
		if more := len(vaults) - rowsMost; i == rowsMost-1 && more > 0 {
			text += "; " + words.Plural(more, "more vault")
		}
		out = append(out, luminos.InsideRow{Label: "Notes", Text: text, Files: []luminos.Path{v.Path}})
	}
	return out
}

// summary returns the numbers of a vault that matter most.
func summary(v *luminos.Vault) string {
	notes := words.Plural(v.Notes, "note")
	if v.Templates > 0 {
		notes += " (" + words.Count(v.Templates) + " in templates)"
	}
	text := notes + ", " + words.Plural(v.Links, "link")
	switch v.Missing {
	case 0:
		if v.Links > 0 {
			text += ", all targets exist"
		}
	case 1:
		text += ", 1 link target does not exist"
	default:
		text += ", " + words.Count(v.Missing) + " link targets do not exist"
	}
	return text
}

// Detail returns the further numbers of a vault, for the section of the report.
func Detail(v *luminos.Vault) string {
	parts := []string{summary(v)}
	for _, c := range []struct {
		n    int
		noun string
	}{{v.Orphans, "note without links"}, {v.Tags, "tag"}, {v.Attachments, "attachment"}} {
		if c.n > 0 {
			text := words.Plural(c.n, c.noun)
			if c.noun == "note without links" && c.n > 1 {
				text = words.Count(c.n) + " notes without links"
			}
			parts = append(parts, text)
		}
	}
	if v.Daily > 0 {
		text := words.Plural(v.Daily, "daily note")
		if v.Period != nil {
			text += " from " + v.Period.First + " to " + v.Period.Last
		}
		parts = append(parts, text)
	}
	if v.Cut {
		parts = append(parts, "not all notes were read")
	}
	return strings.Join(parts, ", ")
}
