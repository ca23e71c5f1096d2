package investigate

import (
	"os"
	"path/filepath"
	"testing"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/sourcetest"
)

// TestSettingsOfTests checks that the places in a file of settings are aside if tests name the file and no other source
// does.
func TestSettingsOfTests(t *testing.T) {
	files := map[luminos.Path]string{
		"srv/configs/a.conf": "password: x", "srv/configs/b.conf": "password: x", "srv/configs/c.conf": "password: x",
		"srv/srv_test.go": `run("./configs/a.conf"); run("./configs/b.conf")`, "srv/srv.go": `load("b.conf")`,
	}
	scan, dir := &luminos.Scan{}, t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "srv", "configs"), 0o700); err != nil {
		t.Fatal(err)
	}
	for p, text := range files {
		if err := os.WriteFile(filepath.Join(dir, string(p)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		f := luminos.File{Path: p, Size: int64(len(text)), Text: true}
		if p.Ext() == ".go" {
			f.Language = "Go"
		}
		scan.Files = append(scan.Files, f)
	}
	list := []luminos.Masked{{Path: "srv/configs/a.conf"}, {Path: "srv/configs/b.conf"}, {Path: "srv/configs/c.conf"}}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	r := newRecorder(src)
	if err := r.ofTests(t.Context(), scan, list); err != nil {
		t.Fatal(err)
	}
	if !list[0].Aside || list[1].Aside || list[2].Aside {
		t.Errorf("aside: %v, want only the first", list)
	}
}

// TestPlacesOfTests checks that a secret in a test or a benchmark is shown as an example, and its private key is not.
func TestPlacesOfTests(t *testing.T) {
	for p, want := range map[luminos.Path]bool{"a/a_test.go": true, "bench/a.go": true, "a/a.go": false} {
		r := newRecorder(sourcetest.Memory{})
		r.masked = map[luminos.Path]*masked{p: {first: []luminos.Masked{
			{Path: p, Kind: "private-key", Lines: luminos.LineRange{First: 1, Last: 1}},
			{Path: p, Kind: "token", Lines: luminos.LineRange{First: 1, Last: 1}}}}}
		list, err := r.citedSecrets(t.Context())
		if err != nil || len(list) != 2 || list[0].Shown || list[1].Shown != want {
			t.Errorf("%s: %+v, %v", p, list, err)
		}
	}
}

// TestKeysOfHashes checks that a constant in a function that computes hashes is shown, and one of passwords is not.
func TestKeysOfHashes(t *testing.T) {
	for head, want := range map[string]bool{
		"func FileHash(name string) []byte {": true, "def checksum_of(data):": true,
		"func HashPassword(p string) string {": false, "func Connect() {": false, "type Hash struct {": false,
	} {
		lines := []string{head, "\tif err != nil {", "\t}", "\tkey := decode(\"(masked)xxxxxxxx\")"}
		if inFunction(lines) != want {
			t.Errorf("%s: in a hash is %v", head, !want)
		}
	}
}
