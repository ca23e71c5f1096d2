package analyst

import (
	"encoding/json"
	"strings"
	"testing"

	"luminos/internal/evidence"
)

// A first answer is sent back with a message for each sentence whose places do not hold, cite too many lines or are
// missing. The same answer is taken the second time, without these places.
func TestAnswersAreSentBackOnce(t *testing.T) {
	files := tree{"a.go": strings.Repeat("x := 1\n", 20) + "func Walk() {\n" + strings.Repeat("\treturn\n", 40)}
	for want, sentence := range map[string]string{
		"accepted": `{"text":"It walks.","places":[{"path":"a.go","first_line":1,"last_line":30,"quote":"func Walk() {"}]}`,
		"sentence 1: of a place of more than 30 lines only the lines with its quote are kept: name the lines": `
			{"text":"It walks.","places":[{"path":"a.go","first_line":1,"last_line":31,"quote":"func Walk() {"}]}`,
		"sentence 1: place 2 (a.go, “return”): the quote is too short or too common": `{"text":"It walks.","places":[
			{"path":"a.go","quote":"func Walk() {"},{"path":"a.go","first_line":22,"last_line":22,"quote":"return"}]}`,
		"sentence 1 cites nothing": `{"text":"It walks."}`,
	} {
		var got *Answer
		submit := NewResponder(New(Options{Checker: evidence.Checker{Source: files}})).submit(&got)
		for i, part := range []string{want, "accepted"} {
			r, err := submit.Call(t.Context(), json.RawMessage(`{"sentences":[`+sentence+`]}`))
			if err != nil || r.Failed == (part == "accepted") || !strings.Contains(r.Text, part) {
				t.Errorf("answer %d is answered with %+v, %v; want %q", i+1, r, err, part)
			}
		}
		if cites := len(got.Statements[0].Evidence); cites != 1 && want != "sentence 1 cites nothing" {
			t.Errorf("%d places of the sentence hold: %+v", cites, got)
		}
	}
}

// The answerer knows that each sentence is judged without the question.
func TestAnswererIsToldThatSentencesStandAlone(t *testing.T) {
	p := prompt("ask.md", answerTurns)
	if !strings.Contains(strings.Join(strings.Fields(p), " "), "let each stand alone") {
		t.Error(p)
	}
}
