//go:build cgo && !noparsers

package outline

import (
	"strings"
	"testing"
	"time"

	"luminos"
)

// The parser is stopped after a time, even if it allocates little. It looks at the clock after each hundred of its steps.
func TestParseThatTakesTooLongIsCutOff(t *testing.T) {
	for language, part := range map[string]string{"Python": "def f(a, b):\n    return a + b\n", "C": "int f(int a) { return a; }\n"} {
		text := []byte(strings.Repeat(part, 4000))
		if o, err := within(t.Context(), time.Microsecond, language, text); o != nil || err != ErrTooSlow {
			t.Errorf("%s: after a microsecond %v and %v, want ErrTooSlow", language, o, err)
		}
		if o, err := Of(t.Context(), language, text); err != nil || o.By != luminos.ByTreeSitter || len(o.Symbols) == 0 {
			t.Errorf("%s: after a parse that was cut off: %+v, %v", language, o, err)
		}
	}
}
