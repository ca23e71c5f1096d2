package render

import (
	"testing"

	"luminos"
)

func TestSectionLeavesOutWhatOtherPartsShow(t *testing.T) {
	statement := func(text string, from ...string) luminos.Statement {
		return luminos.Statement{Text: text, From: from}
	}
	s := &luminos.Section{
		Statements: []luminos.Statement{statement("It is for cooks.", "facts/audience", "facts/kind"), statement("It rests.", "facts/kind")},
		Items: []luminos.Item{
			{Label: "a", Statement: statement("It holds a key.", "flags")},
			{Label: "b", Statement: statement("It holds a key.")}, // by a model
		},
	}
	statements, items := newDossier(&luminos.Report{}, Style{}).unsaid(s)
	if len(statements) != 1 || statements[0].Text != "It rests." || len(items) != 1 || items[0].Label != "b" {
		t.Errorf("got %v and %v", statements, items)
	}
}
