package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
)

// toolkits are programs that turn the pages of a package into an application, with the commands that run and build the
// application. The other scripts run and build the pages only.
var toolkits = []struct {
	packages []string
	commands map[string][]string // by purpose
}{
	{[]string{"@tauri-apps/cli", "@tauri-apps/api"}, map[string][]string{"run": {"tauri dev"}, "build": {"tauri build"}}},
	{[]string{"electron"}, map[string][]string{
		"run":   {"electron .", "electron-forge start", "electron-vite dev"},
		"build": {"electron-builder", "electron-forge make", "electron-forge package", "electron-packager"},
	}},
	{[]string{"expo"}, map[string][]string{"run": {"expo start", "expo run"}, "build": {"expo export", "eas build"}}},
}

// toolkitCommand returns the command that runs or builds the application of a package by the script for its toolkit,
// and its evidence. Of several scripts it takes the one with the shortest name. It returns "" without such a script.
func (p *pkg) toolkitCommand(pm, purpose string) (string, []luminos.Evidence) {
	table := p.doc.obj("scripts")
	names := table.keys()
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	for _, t := range toolkits {
		if !p.needs(t.packages...) {
			continue
		}
		for _, command := range t.commands[purpose] {
			for _, name := range names {
				script := table.str(name) + " "
				switch program, sub, _ := strings.Cut(command, " "); {
				case strings.Contains(script, command+" "):
					return runScript(pm, name), cite(p.text, quoted(name)+":")
				case script == program+" " && name == program && sub != "": // the script takes the word
					return runScript(pm, name) + " " + sub, cite(p.text, quoted(name)+":")
				}
			}
		}
	}
	return "", nil
}
