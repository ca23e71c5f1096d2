package target

import (
	"testing"

	"luminos/internal/target/targettest"
)

func TestFilesystem(t *testing.T) {
	targettest.Run(t, start(t, Options{}, "filesystem", tree(t)))
}
