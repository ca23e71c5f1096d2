package vault

import (
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
