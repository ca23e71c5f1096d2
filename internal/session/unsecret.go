package session

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"luminos/internal/model"
	"luminos/internal/redact"
)

// unsecret returns the text s with its secrets masked. A mask is as long as the secret.
func unsecret(s string) string {
	s, _ = redact.Text(s)
	return s
}

// unsecretAnswer masks the secrets in the texts of an answer and in the arguments of its tool calls, so that neither
// the conversation nor the work of tools has them. Signed thinking and blocks of unknown types remain as they are,
// since the provider rejects edited ones. It does not change the array of r.Blocks.
func unsecretAnswer(r model.Response) model.Response {
	r.Model, r.Detail, r.Stop = unsecret(r.Model), unsecret(r.Detail), model.Stop(unsecret(string(r.Stop)))
	r.Blocks = slices.Clone(r.Blocks)
	for i, b := range r.Blocks {
		r.Blocks[i] = unsecretBlock(b)
	}
	return r
}

func unsecretBlock(b model.Block) model.Block {
	before := b
	switch {
	case b.Kind == model.Text, b.Kind == model.Thinking && b.Raw == "":
		b.Text = unsecret(b.Text)
	case b.Kind == model.ToolUse:
		b.Name, b.Input = unsecret(b.Name), unsecretValues(b.Input)
	}
	var raw map[string]json.RawMessage
	if b == before || b.Raw == "" || json.Unmarshal([]byte(b.Raw), &raw) != nil {
		return b
	}
	for _, field := range []string{"text", "name", "input"} { // the other fields can be signed or encrypted
		if value, ok := raw[field]; ok {
			raw[field] = json.RawMessage(unsecretValues(string(value)))
		}
	}
	b.Raw = encoded(raw)
	return b
}

// unsecretValues masks the secrets in each string of a JSON text; all other bytes stay the same. A text that is not JSON
// is masked as a whole.
func unsecretValues(text string) string {
	if !json.Valid([]byte(text)) {
		return unsecret(text)
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '"')
		if i < 0 {
			return b.String() + text
		}
		end := i + 1
		for ; text[end] != '"'; end++ {
			if text[end] == '\\' {
				end++
			}
		}
		literal := text[i : end+1]
		var value string
		_ = json.Unmarshal([]byte(literal), &value) // a string of valid JSON
		if masked := unsecret(value); masked != value {
			literal = encoded(masked)
		}
		b.WriteString(text[:i] + literal)
		text = text[end+1:]
	}
}

// encoded returns a text, or fields that were decoded from JSON, as JSON.
func encoded(value any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(value)
	return strings.TrimSuffix(b.String(), "\n")
}

// mostShown is the number of bytes of an arriving text that are examined for secrets at once.
const mostShown = 8 << 10

// unsecretParts returns a function that passes the parts of an arriving answer to show with their secrets masked. It
// holds back the last word until a blank follows, since the word can be the beginning of a secret.
func unsecretParts(show func(model.Delta)) func(model.Delta) {
	if show == nil {
		return nil
	}
	var kind model.Kind
	text, passed := "", 0
	return func(d model.Delta) {
		if d.Restart || d.Kind == model.ToolUse {
			kind, text, passed = "", "", 0
			d.Name, d.Text = unsecret(d.Name), unsecret(d.Text)
			show(d)
			return
		}
		if d.Kind != kind {
			kind, text, passed = d.Kind, "", 0
		}
		text += d.Text
		if end := strings.LastIndexAny(text, " \t\r\n") + 1; end > passed {
			d.Text, passed = unsecret(text[:end])[passed:], end
			show(d)
		}
		if drop := len(text) - mostShown/2; len(text) > mostShown {
			text, passed = text[drop:], max(passed-drop, 0)
		}
	}
}
