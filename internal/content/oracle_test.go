package content_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/content"
)

// systemFiles lists places where common systems keep files of many formats.
// Missing places are left out. The test takes two files of each.
var systemFiles = []string{
	"/bin/ls", "/usr/lib/*/lib*.so.*.*", "/usr/lib/*/crt1.o", "/usr/lib/*/lib*.a", "/usr/include/std*.h",
	"/usr/lib/python3*/os.py", "/usr/share/fonts/truetype/*/*.ttf", "/usr/share/icons/*/scalable/*/*.svg",
	"/usr/share/pixmaps/*.png", "/usr/share/locale/*/LC_MESSAGES/*.mo", "/usr/share/zoneinfo/Europe/B*",
	"/usr/share/keyrings/*.gpg", "/usr/share/doc/*/copyright", "/usr/share/doc/*/changelog*.gz", "/usr/share/man/man1/*.gz",
	"/etc/ssl/certs/*.pem", "/usr/share/perl5/*/*.pm", "/usr/share/mime/*.cache", "/usr/share/info/*.gz",
	"/usr/share/java/*.jar", "/usr/bin/*.sh", "/usr/bin/pod2man", "/usr/share/ca-certificates/*/*.crt",
	"$GOROOT/src/image/testdata/*", "$GOROOT/src/debug/*/testdata/*", "$GOROOT/src/archive/*/testdata/*", "$GOROOT/doc/*.html",
	"$GOROOT/src/compress/*/testdata/*", "$GOROOT/lib/time/*.zip", "$GOROOT/src/*.bash", "$GOROOT/misc/*/*.html",
}

// TestMIMEAgreesWithFile compares with the command file, as it is installed.
func TestMIMEAgreesWithFile(t *testing.T) {
	file, err := exec.LookPath("file")
	if err != nil {
		t.Skip("NOT CHECKED: the command file, the oracle of this test, is not installed")
	}
	paths := oracleFiles(t)
	list := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(list, []byte(strings.Join(paths, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(file, "--mime-type", "--brief", "--no-pad", "--files-from", list).Output()
	if err != nil {
		t.Skipf("NOT CHECKED: file: %v", err)
	}
	want := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(want) != len(paths) {
		t.Fatalf("file gave %d answers for %d files", len(want), len(paths))
	}
	agreed := 0
	for i, p := range paths {
		got := content.Identify(luminos.Path(filepath.Base(p)), false, headOf(t, p)).MIME
		if got == want[i] {
			agreed++
		} else {
			t.Logf("%-28s %-50s file says %s", filepath.Base(p), got, want[i])
		}
	}
	rate := 100 * float64(agreed) / float64(len(paths))
	t.Logf("%d of %d agree: %.1f %%", agreed, len(paths), rate)
	if len(paths) < 90 || rate < 80 {
		t.Errorf("%.1f %% of %d files agree with file, want 80 %% of 90 or more", rate, len(paths))
	}
}

// oracleFiles returns the samples, written to files, this test's own program,
// and files of the system.
func oracleFiles(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for name, b := range samplesOfFormats(t) {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, b, 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, p)
	}
	sort.Strings(paths)
	if own, err := os.Executable(); err == nil {
		paths = append(paths, own)
	}
	root, _ := exec.Command("go", "env", "GOROOT").Output()
	for _, pattern := range systemFiles {
		found, _ := filepath.Glob(strings.Replace(pattern, "$GOROOT", string(bytes.TrimSpace(root)), 1))
		taken := 0
		for _, p := range found {
			if info, err := os.Lstat(p); err == nil && info.Mode().IsRegular() && info.Size() > 0 && taken < 2 {
				paths, taken = append(paths, p), taken+1
			}
		}
	}
	return paths
}

func headOf(t *testing.T, p string) []byte {
	t.Helper()
	f, err := os.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := make([]byte, 16<<10)
	n, _ := f.Read(b)
	return b[:n]
}
