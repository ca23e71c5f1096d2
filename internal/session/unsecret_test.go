package session

import (
	"encoding/json"
	"strings"
	"testing"

	"luminos/internal/model"
)

// token has the form of a GitHub token.
var token = "gh" + "p_" + "a8Kd03Lq9ZxW1vT5yRb7NcE2mUj6PgHs4FoI"

func TestUnsecretBlock(t *testing.T) {
	masked, escaped := unsecret(token), `\u0067`+token[1:]
	for name, c := range map[string]struct{ in, want model.Block }{
		"text":             {model.Block{Kind: model.Text, Text: "a " + token}, model.Block{Kind: model.Text, Text: "a " + masked}},
		"text with fields": {model.Block{Kind: model.Text, Text: token, Raw: `{"type":"text","text":"` + token + `","id":"<` + token + `>"}`}, model.Block{Kind: model.Text, Text: masked, Raw: `{"id":"<` + token + `>","text":"` + masked + `","type":"text"}`}},
		"input":            {model.Block{Kind: model.ToolUse, Name: "x", Input: `{ "a":["\"b<", "` + escaped + `"],"n":1 }`}, model.Block{Kind: model.ToolUse, Name: "x", Input: `{ "a":["\"b<", "` + masked + `"],"n":1 }`}},
		"key of input":     {model.Block{Kind: model.ToolUse, Input: `{"` + token + `":""}`}, model.Block{Kind: model.ToolUse, Input: `{"` + masked + `":""}`}},
		"broken input":     {model.Block{Kind: model.ToolUse, Input: `{"a":"` + token + ` `}, model.Block{Kind: model.ToolUse, Input: `{"a":"` + masked + ` `}},
		"input in raw":     {model.Block{Kind: model.ToolUse, Input: `{"a":"` + token + `"}`, Raw: `{"input":{"a":"` + token + `"}}`}, model.Block{Kind: model.ToolUse, Input: `{"a":"` + masked + `"}`, Raw: `{"input":{"a":"` + masked + `"}}`}},
		"reasoning":        {model.Block{Kind: model.Thinking, Text: token}, model.Block{Kind: model.Thinking, Text: masked}},
		"signed thinking":  {model.Block{Kind: model.Thinking, Text: token, Raw: `{"t":"` + token + `"}`}, model.Block{Kind: model.Thinking, Text: token, Raw: `{"t":"` + token + `"}`}},
	} {
		if got := unsecretBlock(c.in); got != c.want {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		} else if broken := name == "broken input"; !broken && got.Input != "" && !json.Valid([]byte(got.Input)) {
			t.Errorf("%s: the input %s is not JSON", name, got.Input)
		}
	}
	r := model.Response{Blocks: []model.Block{{Kind: model.Text, Text: token}}, Model: token, Detail: token, Stop: model.Stop(token)}
	if got := unsecretAnswer(r); got.Model != masked || got.Detail != masked || string(got.Stop) != masked || got.Text() != masked || r.Text() != token {
		t.Errorf("the answer is %+v, and was %+v", got, r)
	}
}

// TestUnsecretParts checks that no part of a token is shown, in whichever pieces the token arrives.
func TestUnsecretParts(t *testing.T) {
	long := strings.Repeat("word ", 3000)
	for _, size := range []int{1, 3, 50, 10_000} {
		var got strings.Builder
		show := unsecretParts(func(d model.Delta) { got.WriteString(d.Text + d.Name) })
		for text := long + "the key " + token + " is\nhere "; text != ""; {
			n := min(size, len(text))
			show(model.Delta{Kind: model.Text, Text: text[:n]})
			text = text[n:]
		}
		show(model.Delta{Kind: model.Thinking, Text: token})
		show(model.Delta{Kind: model.ToolUse, Name: token})
		show(model.Delta{Restart: true, Text: token})
		if want := long + "the key " + unsecret(token) + " is\nhere " + unsecret(token) + unsecret(token); got.String() != want {
			t.Errorf("in pieces of %d bytes: %q", size, got.String()[max(0, got.Len()-150):])
		}
	}
	if unsecretParts(nil) != nil {
		t.Error("parts are shown to nobody")
	}
}
