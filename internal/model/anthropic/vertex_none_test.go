//go:build !vertex

package anthropic

import (
	"errors"
	"testing"
)

func TestVertexIsNotInThisBuild(t *testing.T) {
	if _, err := Vertex("global", "p"); !errors.Is(err, ErrNoVertex) {
		t.Errorf("got %v", err)
	}
}
