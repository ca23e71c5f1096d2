package scan_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos/internal/localdir"
	"luminos/internal/scan"
)

// TestMetadataIsMasked checks that the description of a picture does not show a secret in its metadata.
func TestMetadataIsMasked(t *testing.T) {
	const secret = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
	// A TIFF file with one entry, the model of the camera.
	b := []byte("II*\x00\x08\x00\x00\x00\x01\x00")
	b = binary.LittleEndian.AppendUint16(b, 0x0110)
	b = binary.LittleEndian.AppendUint16(b, 2) // ASCII
	b = binary.LittleEndian.AppendUint32(b, uint32(len(secret)+1))
	b = binary.LittleEndian.AppendUint32(b, 26)
	b = append(append(append(b, 0, 0, 0, 0), secret...), 0)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.tif"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	target, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Close()
	s, err := scan.Dir(t.Context(), target, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := s.Files[0].Description
	if strings.Contains(got, secret) || !strings.Contains(got, "(masked)") {
		t.Errorf("the description is %q", got)
	}
}
