package rules

import (
	"strings"

	"luminos"
	"luminos/internal/words"
)

// agents returns the section that names the files with instructions for coding agents and counts skills. It returns nil
// without such files.
func (w *writer) agents() *luminos.Section {
	var names []string
	var evidence []luminos.Evidence
	skills := 0
	for _, i := range w.Facts.Injections {
		if i.Pattern != luminos.AgentInstructions || w.inTests(i.Path) {
			continue
		}
		if strings.EqualFold(i.Path.Base(), "SKILL.md") {
			skills++
		} else {
			names = append(names, words.Name(string(i.Path)))
		}
		if len(evidence) < 3 {
			evidence = append(evidence, i.Evidence)
		}
	}
	list := names[:min(3, len(names))]
	if n := len(names) - 3; n > 0 {
		list = append(list, words.Plural(n, "more file"))
	}
	if skills > 0 {
		list = append(list, words.Plural(skills, "skill"))
	}
	if len(list) == 0 {
		return nil
	}
	return section("agents", "Instructions for agents", []luminos.Statement{
		measured(words.Stop(words.List(list)), from("facts/injections"), evidence...),
	})
}
