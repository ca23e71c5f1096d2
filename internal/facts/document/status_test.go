package document

import (
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"
)

func TestStatus(t *testing.T) {
	for _, tt := range []struct{ name, text, state, said string }{
		{"in capitals above the title", "**THIS REPOSITORY IS NOW ARCHIVED, ALL SAMPLES GO ELSEWHERE:**\n\nhttps://x.y/z\n\n# Zed\n\nSample tables.\n",
			"archived", "THIS REPOSITORY IS NOW ARCHIVED, ALL SAMPLES GO ELSEWHERE"},
		{"of the data", "# Zed\n\nSee the [index](i.csv). As of June 13, 2023, forecasts of rain are [no longer being updated](https://x.y).\n",
			"no longer updated", "As of June 13, 2023, forecasts of rain are no longer being updated."},
		{"by name", "# Zed\n\n> [!NOTE]\n> Zed is currently in maintenance mode; faults will be mended.\n", "in maintenance mode",
			"Zed is currently in maintenance mode; faults will be mended."},
		{"deprecated for another", "# zed\n\nReads tables. This npm package has been deprecated in favor of `zed2`.\n", "deprecated", "This npm package has been deprecated in favor of zed2."},
		{"with an aside", "# zed\n\nThis project, sadly for all of us, is no longer actively maintained.\n", "unmaintained", "This project, sadly for all of us, is no longer actively maintained."},
		{"who speaks", "# zed\n\nI'm no longer able to maintain this project. Fork it.\n", "unmaintained", "I'm no longer able to maintain this project."},
		{"moved with an address", "# zed\n\nThis repository has moved to [the new one](https://x.y/z).\n", "moved", "This repository has moved to the new one."},
		{"a label in the title", "# zed [DEPRECATED]\n\nReads tables.\n", "deprecated", "zed [DEPRECATED]"},
		{"a label before the title", "# :no_entry: [DEPRECATED] zed\n\nReads tables.\n", "deprecated", "[DEPRECATED] zed"},
		{"a label in the title that is a link",
			"# zed [DEPRECATED](a.md)\n\nReads tables.\n", "deprecated", "zed DEPRECATED"},
		{"a label with a colon", "# zed\n\n**Unmaintained**: look for another.\n", "unmaintained", "Unmaintained: look for another."},
		{"a badge", "# zed\n\n[![Project Status: Inactive – stable, and all work has ceased.](https://x/y.svg)](https://x)\n\nReads tables.\n",
			"unmaintained", "Project Status: Inactive – stable, and all work has ceased."},
		{"a label behind the title", "# zed — Archived\n\nReads tables.\n", "archived", "zed — Archived"},
		{"a warning in capitals", "# WARNING: DEPRECATED CONTAINER\n\nUse another.\n", "deprecated", "WARNING: DEPRECATED CONTAINER"},
		{"complete and left", "# zed\n\nThis project is considered feature-complete and is no longer under active development.\n", "unmaintained",
			"This project is considered feature-complete and is no longer under active development."},
		{"a title that is a sentence", "# zed is unmaintained, use [its fork](https://x.y).\n\n# zed\n\nReads tables.\n",
			"unmaintained", "zed is unmaintained, use its fork."},
		{"a title about a part", "# zed is fast\n\nReads tables.\n\n## yak is unmaintained\n", "", ""},
		{"without an article", "# zed\n\n## ⚠️ Project is deprecated\n", "deprecated", "Project is deprecated"},
		{"moved, the address below", "# zed\n\n**THIS PROJECT HAS MOVED TO:**\n\nhttps://x.y/z\n", "moved", "THIS PROJECT HAS MOVED TO"},
		{"the old repository", "# zed\n\nReads tables.\n\n**This is the old zed mocks repository, please see zed/zed for news.**\n",
			"moved", "This is the old zed mocks repository, please see zed/zed for news."},
		{"an end of development", "**Note:** It is in the core. Development of this gem repository has ended.\n\n# Zed\n\nReads.\n",
			"unmaintained", "Development of this gem repository has ended."},
		{"an end of another development", "# zed\n\nDevelopment of the old parser has ended.\n", "", ""},
		{"an old format", "# zed\n\nThis is the old format. Please see the old repository. This is the old repository.\n", "", ""},
		{"a note below the title", "# zed\n\n<p><i>(Project archived oct. 18th 2021)</i></p>\n", "archived", "(Project archived oct. 18th 2021)"},
		{"a project that archives", "# zed\n\nA project archived files need. See the project archived there.\n", "", ""},
		{"superseded", "# zed\n\nSuperseded by [yak](https://x.y)\n\nReads tables.\n", "deprecated", "Superseded by yak"},
		{"a part is superseded", "# zed\n\nReads tables.\n\n- Superseded by zed 2: fast mode\n\nThe old mode was superseded by yak.\n", "", ""},
		{"moved to the main repository", "# zed\n\nDevelopment has moved to the main Yak repository, where you find news:\n\nhttps://x.y/z\n",
			"moved", "Development has moved to the main Yak repository, where you find news"},
		{"moved to the main branch", "# zed\n\nDevelopment has moved to the main branch.\n", "", ""},
		{"no further development", "# zed\n\nReads. No further development will take place here.\n",
			"unmaintained", "No further development will take place here."},
		{"no further updates of a part", "# zed\n\nNo further updates will be made to the old format.\n", "", ""},
		{"a flag is deprecated", "# zed\n\nThe old `--fast` flag is deprecated, and files are archived in zips.\n", "", ""},
		{"a version is no longer supported", "# zed\n\nPython 2 is no longer supported. This tool is no longer supported on Windows XP.\n", "", ""},
		{"moved to another language", "# zed\n\nThis project has moved to TypeScript. This project has moved to GitHub: https://g.h/x. The list was moved to [GitHub](https://g.h) by Ann.\n", "", ""},
		{"archived for citing", "# zed\n\nThis repository is archived on Zenodo: [10.5281](https://doi.org/10.5281).\n", "", ""},
		{"archived elsewhere", "# zed\n\nThis data set is archived at the National Centre.\n", "", ""},
		{"not by one company", "# zed\n\nThis project is not actively developed by Acme. This plugin is not active by default.\n", "", ""},
		{"a warning", "# zed\n\n> It makes holes. **DO NOT deploy zed in a production environment.**\n",
			"not for production",
			"DO NOT deploy zed in a production environment."},
		{"not ready", "# zed\n\nThis project is not yet ready for production use.\n", "not for production",
			"This project is not yet ready for production use."},
		{"a part in production", "# zed\n\nReads tables. We use it in production. Never use this flag in production. " +
			"The yak server is not production-ready.\n", "", ""},
		{"a condition", "# zed\n\nIf this project is deprecated one day, you will read it here.\n", "", ""},
		{"a section far down", "# zed\n\nReads tables.\n\n## Flags\n\n## Deprecated\n\n- DEPRECATED: the old ones\n", "", ""},
		{"far below the head", "# zed\n\nReads tables." + lineBreaks(40) + "This project is unmaintained.\n", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src, s := factstest.Tree(t, map[string]string{"README.md": tt.text, "docs/README.md": "# Docs\n\nThis project is deprecated.\n"})
			r, err := Read(t.Context(), src, s)
			if err != nil {
				t.Fatal(err)
			}
			got := luminos.StatedStatus{}
			if r.Status != nil {
				got = *r.Status
				factstest.Holds(t, src, got.Evidence...)
			}
			if got.State != tt.state || got.Text != tt.said || (got.State != "") != (len(got.Evidence) == 1) {
				t.Errorf("got %q: %q (%d pieces of evidence), want %q: %q", got.State, got.Text, len(got.Evidence), tt.state, tt.said)
			}
		})
	}
}

func lineBreaks(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '\n'
	}
	return string(b)
}
