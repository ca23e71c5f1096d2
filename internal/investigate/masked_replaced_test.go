package investigate

import (
	"context"
	"errors"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// texts is a source that has only texts.
type texts struct {
	sourcetest.Memory
	of map[luminos.Path]string
}

func (t texts) Text(_ context.Context, p luminos.Path, _ int) (luminos.Text, error) {
	content, ok := t.of[p]
	if !ok {
		return luminos.Text{}, errors.New("not there")
	}
	return luminos.Text{Path: p, Content: content}, nil
}

// TestSettingsThatProductionReplaces has a fixed key in settings, with and without another value for production.
func TestSettingsThatProductionReplaces(t *testing.T) {
	const line = `SECRET_KEY = "x"`
	for _, c := range []struct {
		path, beside luminos.Path
		text, line   string
		want         bool
	}{
		{"a/base.py", "a/prod.py", "with x:\n    SECRET_KEY = f.read()\n", line, true},
		{"common.py", "production.py", "SECRET_KEY = env('KEY')\n", line, true},
		{"a/base.py", "a/prod.py", "OTHER_SECRET_KEY = 1\n# SECRET_KEY = 2\n", line, false},
		{"a/base.py", "a/dev.py", "SECRET_KEY = 1\n", line, false},
		{"a/base.py", "b/prod.py", "SECRET_KEY = 1\n", line, false},
		{"a/prod.py", "a/production.py", "SECRET_KEY = 1\n", line, false},
		{"a/base.py", "a/prod.py", "SECRET_KEY = SECRET_KEY\n", line, false},
		{"a/base.py", "a/prod.py", "SECRET_KEY = 1\n", `    call(SECRET_KEY="x")`, false},
	} {
		r := &recorder{Source: texts{of: map[luminos.Path]string{c.beside: c.text}}}
		if got := r.replacedIn(t.Context(), c.path)[assigned(c.line)]; got != c.want {
			t.Errorf("%s beside %s %q: got %v, want %v", c.path, c.beside, c.text, got, c.want)
		}
	}
}
