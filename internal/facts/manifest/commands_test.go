package manifest

import (
	"testing"
	"testing/fstest"
)

// TestMainProgramFirst checks that the commands in the directory of the main program come before the commands in
// directories beside it, which come first by name.
func TestMainProgramFirst(t *testing.T) {
	main := []byte("package main\n\nfunc main() {}\n")
	res := readTree(t, fstest.MapFS{
		"README.md":    {Data: []byte("# zap\n\nzap zaps. Run zap.\n")},
		"api/go.mod":   {Data: []byte("module x.org/zap/api\n")},
		"api/Makefile": {Data: []byte("build:\n\tgo build ./...\nrun:\n\tgo run .\n")},
		"api/main.go":  {Data: main},
		"zap/go.mod":   {Data: []byte("module x.org/zap/zap\n")},
		"zap/main.go":  {Data: main},
		"zap/more.go":  {Data: []byte("package main\n\n// Much has much to do.\nfunc Much() {}\n")},
	})
	if p := res.EntryPoints[0].Path; p != "zap/main.go" {
		t.Fatalf("the first entry point is %s", p)
	}
	seen := map[string]bool{}
	for _, c := range res.Commands {
		if !seen[c.Purpose] && c.Dir != "zap" {
			t.Errorf("the first command of %s is %q in %q", c.Purpose, c.Line, c.Dir)
		}
		seen[c.Purpose] = true
	}
}

// TestHelpersAreNotRun checks that a documented helper is the command to run only in a target without a program.
func TestHelpersAreNotRun(t *testing.T) {
	files := fstest.MapFS{
		"README.md":      {Data: []byte("# zap\n\n```sh\npython tools/probe.py\n```\n")},
		"tools/probe.py": {Data: []byte("print(1)\n")},
	}
	if c := readTree(t, files).Commands; len(c) != 1 || c[0].Line != "python tools/probe.py" {
		t.Errorf("without a program: %v", c)
	}
	files["main.py"] = &fstest.MapFile{Data: []byte("if __name__ == '__main__':\n    print(2)\n")}
	if c := readTree(t, files).Commands; len(c) != 1 || c[0].Line != "python main.py" {
		t.Errorf("with a program: %v", c)
	}
}
