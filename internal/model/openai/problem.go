package openai

import (
	"encoding/json"
	"strconv"
	"strings"

	"luminos/internal/model"
)

// problem is the error that a server reports in a body or in an event.
type problem struct {
	word   string // its code or type
	text   string
	status int // 0 if the body has no status
}

// readProblem parses the error that a server reports in data. It keeps at most 4 KiB of each text.
func readProblem(data []byte) problem {
	p := problemIn(data)
	p.word, p.text = model.Excerpt(p.word), model.Excerpt(p.text)
	return p
}

// problemIn parses the error in data. Servers write it as an object or a text under "error", as the same fields on the
// top level, or as any other text.
func problemIn(data []byte) problem {
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Detail  json.RawMessage `json:"detail"`
		Message json.RawMessage `json:"message"`
	}
	if json.Unmarshal(data, &outer) != nil {
		p := problem{text: strings.TrimSpace(string(data))}
		if strings.HasPrefix(p.text, "<") {
			p.text = "the server, or a proxy before it, answers with a web page"
		}
		return p
	}
	inner := outer.Error
	if len(inner) == 0 || string(inner) == "null" {
		inner = data
	}
	var in struct {
		Message json.RawMessage `json:"message"`
		Type    json.RawMessage `json:"type"`
		Code    json.RawMessage `json:"code"`
	}
	if json.Unmarshal(inner, &in) != nil {
		return problem{text: text(inner)}
	}
	p := problem{text: text(in.Message), word: text(in.Type)}
	if p.text == "" {
		p.text = text(outer.Detail)
	}
	if p.text == "" {
		p.text = string(data)
	}
	// A code is the more exact word, unless it is a status.
	code := text(in.Code)
	if n, err := strconv.Atoi(code); err == nil {
		if n >= 400 && n < 600 {
			p.status = n
		}
	} else if code != "" {
		p.word = code
	}
	return p
}
