package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos/internal/facts/factstest"
)

func TestDescribes(t *testing.T) {
	for s, want := range map[string]bool{
		"Zed is a reader of tables.":                                    true,
		"This folder contains the data behind the story of Zed.":        true,
		"This folder holds the story Why Zed Isn't What It Used To Be.": true,
		"Zed, formerly known as Zee, is a reader of tables.":            true,
		"Count your tables, quickly.":                                   true,
		"Run the whole stack in a single container.":                    true,
		"This tool was written to help people with tables.":             true,
		"Your own reader app for tables.":                               true,

		"This list is updated whenever a table changes.":                               false,
		"To configure the editor, see the table.":                                      false,
		"You can use . for the name of a table.":                                       false,
		"Currently supported tables include:":                                          false,
		"It may not work for everyone.":                                                false,
		"zed >= 2.81.0 recommended, as it counts tables.":                              false,
		"This list was originally a clone of another.":                                 false,
		"The list was moved to a forge by Ann for maintenance.":                        false,
		"It has grown to become one of the largest.":                                   false,
		"The visual refresh occurred in Q1 2024.":                                      false,
		"On June 28, 2023, we began to count in another way.":                          false,
		"We sent out the first letter in May.":                                         false,
		"The images were scaled down with a tool since all we care about is the size.": false,
		"You might notice that some tables are missing.":                               false,
		"These playbooks require Zed 1.2.":                                             false,
		"The playbooks rely on a login to Zed.":                                        false,
		"For a detailed description on using kites, read kite.txt.":                    false,
		"apt-get install git":                                                          false,
		"node generate.js to make some tables":                                         false,
		"$ zed --dir tables":                                                           false,
		"To run it type the following.":                                                false,
		"Change the value of the flag to point to the file.":                           false,
		"Also make sure that you have a table.":                                        false,
		"The above diagram shows a table.":                                             false,
		"Tired of reading all of your very large tables by hand?":                      false,
		"Seasoned reader?":                                                             false,
		"Contributed by: Ann":                                                          false,
		"See INSTALL for instructions.":                                                false,
		"Search the list at https://x.y/z.":                                            false,
		"The Zed Foundation now administers the repo, a charity.":                      false,
		"The Open Kite Initiative develops specifications of kites.":                   false,
		"The Kite Foundation is a global organisation of people who fly.":              false,
		"The community looks forward to your contribution.":                            false,
		"The answer to your question might be useful to others.":                       false,
		"In case of problems please post a message to the list.":                       false,
		"Please do not hesitate to write to us about tables.":                          false,
		"The 1.5.x series is a descendant of the 1.4.x series.":                        false,
		"<%= name %> is a reader of tables.":                                           false,
		"The data in this folder is out of date.":                                      false,
		"A description of this package.":                                               false,
		"Hello and welcome!":                                                           false,
		"A starting point for tables that is:":                                         false,
		"The last planned release has shipped.":                                        false,
		"The reader of tables is now live!":                                            false,
		"Fork our tables and start in a minute.":                                       false,
		"Just type zed.example to go here.":                                            false,
		"The best introduction to Zed is its story.":                                   false,
		"Filter bypass via a header of tables":                                         false,
		"Inspired by Zed, easier to count.":                                            false,
		"Zed is now available in colour.":                                              false,
		"There's a manual of Zed at the table.":                                        false,
		"Prerequisite: install Zed.":                                                   false,
		"This code works best with a table of Zed.":                                    false,
		"A huge thank you to everyone who submitted tables.":                           false,
		"The present code is in maintenance mode.":                                     false,
		"We are rewriting large parts of Zed.":                                         false,
		"By buying this and other tables you are funding Zed.":                         false,
		"Status: Archive (code is provided as-is)":                                     false,
		"I made Zed for my tables.":                                                    false,
		"Configure your table of Zed.":                                                 false,
		"Zed stands for the last letter of a table.":                                   false,
		"Zed is the most similar English pronunciation of a table.":                    false,
		"Zed heads for v2 and we would love to hear what you think of it.":             false,
		"Check out my other app":                                                       false,
		"For anyone who counts, a log is below.":                                       false,
		"Over the years, this became a large list of tables.":                          false,
	} {
		if got := Describes(s); got != want {
			t.Errorf("Describes(%q) = %v", s, got)
		}
	}
}

// TestWebsite checks which sentences call their directory the source of a website.
func TestWebsite(t *testing.T) {
	for s, want := range map[string]bool{
		"This is the repository for the Zed documentation site.":           true,
		"This repository contains the source code of our website.":         true,
		"This repo holds the docs for Zed.":                                true,
		"This repository contains the source code and documentation of Z.": false,
		"This is the repository for Zed.":                                  false,
		"This is a site.":                                                  false,
	} {
		if got := Website(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// TestAbouts checks the descriptions of directories by their READMEs.
func TestAbouts(t *testing.T) {
	src, s := factstest.Tree(t, map[string]string{
		"README.md":    "# Zed\n\nZed is a reader of tables.\n",
		"README.fr.md": "# Zed\n\nZed est un lecteur de tables, et il est long a lire, mais il est bon.\n",
		"asked/README.md": "# Asked\n\nEver wondered how tables are read? You may ask.\n" +
			"This directory shows how Zed does it.\n\nIt takes time.\n",
		"why/README.md":      "# Why\n\nWhat is in a table, and why? Point Zed at any table and read.\n\nThe first row answers the first questions.\n",
		"behind/README.md":   "# Behind\n\nThese tables require Zed 1.2.\n\nThese tables are meant to be a reference.\n",
		"examples/README.md": "# Examples\n\nWalkthroughs for all sorts of tables.\n\n## More\n\nA table is a thing with rows.\n",
		"after/README.md":    "# After\n\nThese tables require Zed 1.2. Gifts to the club of Zed are welcome.\n",
		"score/README.md":    "# Score\n\nThis folder holds the rows of the story.\n\nA score is the measure of a table.\n",
		"steps/README.md":    "# Steps\n\nTo use it, read on.\n\n1. Open the box of the tables\n2. Take it out of the box\n",
		"moved/README.md":    "# Moved\n\nThe refresh occurred in Q1 2024.\n\nCaps were lifted.\n",
		"fields/README.md":   "# Fields\n\nName | What it is\n---|---\na | the first field of the table\nb | the second field of it\n",
		"open/README.md":     "# Open\n\nThis folder contains data behind the stories:\n\n- [One](x)\n\n`a.csv` contains the rows of the first story.\n",
		"docs/notes.md":      "# Notes\n\nThis folder is a place for notes.\n",
	})
	r, err := Read(t.Context(), src, s)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, a := range r.Abouts {
		got[string(a.Dir)] = a.Text
		factstest.Holds(t, src, a.Evidence...)
		if (a.Text != "") != (len(a.Evidence) == 1) {
			t.Errorf("%s has %d pieces of evidence", a.Dir, len(a.Evidence))
		}
		if a.Text != "" && !strings.Contains(a.Evidence[0].Quote, a.Text[:14]) && a.Dir != "open" {
			t.Errorf("%s: %q is not in %q", a.Dir, a.Text, a.Evidence[0].Quote)
		}
	}
	for _, d := range r.Documents {
		if d.Path == "steps/README.md" && d.Summary != "To use it, read on." {
			t.Errorf("a README without a description has the summary %q", d.Summary)
		}
	}
	want := map[string]string{
		".":        "Zed is a reader of tables.",
		"asked":    "This directory shows how Zed does it.",
		"why":      "Point Zed at any table and read.",
		"behind":   "These tables are meant to be a reference.",
		"examples": "Walkthroughs for all sorts of tables.",
		"open":     "a.csv contains the rows of the first story.",
		"score":    "This folder holds the rows of the story.",
		"after":    "", "steps": "", "moved": "", "fields": "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("abouts (-want +got):\n%s", diff)
	}
}

// TestBoilerplate checks that sentences on contributions, measures and quotations describe nothing.
func TestBoilerplate(t *testing.T) {
	for text, want := range map[string]bool{
		"You are welcome to submit updates.": true, "The official home of Kite is on a forge.": true,
		"Notice: This is the library formerly known as kite.": true,
		"For a walkthrough of kites see the introduction.":    true, "The old text can be accessed here.": true,
		"Superseded by kite 2.": true, "It was superseded by kite 2.": false,
		"Kite_1.jpg -- Sent by Ann": true, "Unless stated otherwise, all kites are blue.": true,
		"We use SemVer for the versions of kites.": true, "A kite uses a reader of SemVer.": false,
		"Kite is kindly sponsored by Anvil - the home of iron.": true,
		"This is KITE 2.": true, "This is kite 2 in one file.": false,
		"Making kites is a lot of work. If you like them, please consider making a donation.": true,
		"A number of other kites are sold.":                                                   true, "Other kites are sold.": true, "Otherwise a kite.": false,
		"To depend on kite, add this to your file.": true,
		"Test coverage check (a) (b)":               true, "It needs financial support to go on.": true,
		`"Give a person a kite and the person flies for a day of wind." -ann`: true,
		`"Kites" is a library for kites in the wind of the sea.`:              false,
	} {
		if got := boilerplate(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// TestWordsBeforeADescription checks that a label before a description is left out.
func TestWordsBeforeADescription(t *testing.T) {
	for _, s := range []string{":abstract: Kite flies in any wind.", "In other words, Kite flies in any wind."} {
		if got := firstSentence(s); got != "Kite flies in any wind." {
			t.Errorf("%q: %q", s, got)
		}
	}
}

// TestOtherSubject checks that a sentence on another subject is known, and one on the target or without a subject is not.
func TestOtherSubject(t *testing.T) {
	for s, want := range map[string]bool{
		"LINQ to Objects is missing a few features.": true, "Kite is missing nothing.": false,
		"This library has all.": false, "Fast kites for all.": false,
	} {
		m := otherSubject().FindStringSubmatch(s)
		if got := m != nil && !subjectOf(m[1], "Kite"); got != want {
			t.Errorf("%q: %t", s, got)
		}
	}
}

// TestByOthers checks that a sentence that ends with the authors is about them, and that a purpose after them counts.
func TestByOthers(t *testing.T) {
	for s, want := range map[string]bool{
		"This library has been written by Ann Lee (ann@example.org).": true,
		"The project is managed and maintained by The Kite Company.":  true,
		"This library was written by Ann to read tables.":             false,
	} {
		if byOthers().MatchString(s) != want {
			t.Errorf("%q: %t", s, !want)
		}
	}
}
