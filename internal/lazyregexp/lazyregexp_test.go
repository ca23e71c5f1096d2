package lazyregexp

import "testing"

func TestLazy(t *testing.T) {
	re := Lazy(`^a+$`)
	if !re().MatchString("aa") || re().MatchString("b") {
		t.Error("it does not match as its expression says")
	}
	if first, second := re(), re(); first != second {
		t.Error("it was compiled twice")
	}
	broken := Lazy(`(`) // costs nothing as long as nobody uses it
	defer func() {
		if recover() == nil {
			t.Error("no expression was compiled")
		}
	}()
	broken()
}
