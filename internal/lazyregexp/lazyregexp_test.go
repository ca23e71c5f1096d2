package lazyregexp

import "testing"

func TestLazy(t *testing.T) {
	re := Lazy(`^a+$`)
	if !re().MatchString("aa") || re().MatchString("b") {
		t.Error("wrong match")
	}
	if first, second := re(), re(); first != second {
		t.Error("compiled twice")
	}
	broken := Lazy(`(`) // not compiled yet
	defer func() {
		if recover() == nil {
			t.Error("an invalid expression did not panic")
		}
	}()
	broken()
}
