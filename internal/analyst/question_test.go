package analyst

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"luminos"
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

// TestLeftOutPlacesForTheReader checks that the reader of an answer gets no advice that is meant for the model, and the
// pattern of a count. Sentences beyond the eighth are left out.
func TestLeftOutPlacesForTheReader(t *testing.T) {
	count := func(context.Context, luminos.Source, luminos.Path, luminos.Measure) (string, string, error) {
		return "2", "", nil
	}
	r := NewResponder(New(Options{Checker: evidence.Checker{Source: tree{"a.go": "func Walk() {}\n"}, Count: count}}))
	in := &replyInput{Sentences: make([]sentenceInput, 11)}
	for i := range in.Sentences {
		in.Sentences[i] = sentenceInput{Text: "It walks.", Places: []sourceInput{{Path: "a.go", Quote: "func Fly() {}"},
			{Path: "a.go", measureInput: measureInput{Pattern: "Walk", Matches: 5}}}}
	}
	a, wrong, err := r.answered(t.Context(), in)
	if err != nil || len(a.Statements) != 8 || !strings.Contains(a.Unsettled, "the last 3 sentences") {
		t.Fatalf("%d sentences, %q, %v", len(a.Statements), a.Unsettled, err)
	}
	for i, want := range []string{"place 1 (a.go, “func Fly() {}”): the quote is not in the file",
		`place 2 (a.go, “Walk”): the measure, taken again, is "2"`} {
		if got := a.Failed[i].Problem; got != want {
			t.Errorf("the reader is told %q, want %q", got, want)
		}
	}
	if all := strings.Join(wrong, "; "); !strings.Contains(all, "copy it exactly, without the line numbers") ||
		!strings.Contains(all, "11 sentences are too many: at most 8") {
		t.Errorf("the model is told %q", all)
	}
}
