package render

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension"
	gfmast "github.com/yuin/goldmark/extension/ast"
	mdtext "github.com/yuin/goldmark/text"

	"luminos"
)

// parseMarkdown parses a document as a forge does, with all extensions of GFM.
func parseMarkdown(doc []byte) ast.Node {
	return goldmark.New(goldmark.WithExtensions(gfm.GFM)).Parser().Parse(mdtext.NewReader(doc))
}

// hostileMarkdown are texts of a target that try to be more than text.
var hostileMarkdown = []string{
	"# title", "a\n# b", "- item", "1. item", "12) item", "> quote", "```\ncode", "~~~", "    code", "* * *", "---", "===",
	"*em* **strong** _em_ ~~gone~~", "[x](https://evil.example)", "![x](https://evil.example/p.png)",
	"<https://evil.example>",
	"https://evil.example/a", "see www.evil.example now", "HTTP://EVIL.example", "a@evil.example", "@everyone", "#12",
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;b&gt;",
	"a | b", "`a|b`", "``", "`", "a`b", "x\\", "\\`x\\`",
	"[x]: https://evil.example", "[x][y]", "<!-- c", "--> <b>", "$x$",
	"$$x$$", "- [ ] task", "| a | b |\n|---|---|", "\tcode",
	"\u202etxt", "a  ", "&#64;x", "`" + strings.Repeat("`", 70) + "x",
	"^[note]", "[^1]", "ftp://evil.example", "%%{init: {}}%%",
	"\"]; click n0 \"javascript:alert(1)\"", "end",
}

func TestMarkdownKeepsForeignTextAsText(t *testing.T) {
	for _, s := range hostileMarkdown {
		for _, spare := range []bool{true, false} {
			r := hostileReport(s, spare)
			r.Facts.History.Remote, r.Facts.History.Commit = "https://github.com/o/n", strings.Repeat("a", 40)
			var out bytes.Buffer
			if err := Markdown(&out, r, Style{Verbose: true}); err != nil {
				t.Fatal(err)
			}
			checkClean(t, s, out.String())
			checkMarkdown(t, s, out.Bytes())
		}
	}
}

// checkMarkdown fails the test if the document has a node that only foreign text can have made.
func checkMarkdown(t *testing.T, s string, source []byte) {
	t.Helper()
	bad := func(what string, n ast.Node) {
		t.Errorf("%q makes %s in a %s", s, what, n.Parent().Kind())
	}
	_ = ast.Walk(parseMarkdown(source), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			if !strings.HasPrefix(string(n.Destination), "https://github.com/o/n/") {
				bad("a link", n)
			}
		case *ast.HTMLBlock:
			if n.PreviousSibling() != nil {
				bad("a block of HTML", n)
			}
		case *ast.Image, *ast.AutoLink, *gfmast.Strikethrough, *gfmast.TaskCheckBox, *ast.ThematicBreak:
			bad(n.Kind().String(), n)
		case *ast.Emphasis:
			if n.Level == 1 {
				bad("emphasis", n)
			}
		case *ast.RawHTML:
			if string(n.Segments.Value(source)) != "<!-- -->" {
				bad("a tag", n)
			}
		case *ast.Heading:
			if n.Level > 2 || n.Level == 1 && n.PreviousSibling() != nil && n.PreviousSibling().Kind() != ast.KindHTMLBlock {
				bad("a heading", n)
			}
		case *gfmast.TableRow:
			if n.ChildCount() != n.Parent().FirstChild().ChildCount() {
				bad("another cell", n)
			}
		}
		return ast.WalkContinue, nil
	})
}

func TestMarkdownLinksToTheLinesAtTheCommit(t *testing.T) {
	commit := strings.Repeat("0123456789", 4)
	lines := &luminos.LineRange{First: 3, Last: 5}
	e := luminos.Evidence{Path: "a (1)/b#c?.md", Lines: lines}
	for page, want := range map[string]string{
		"https://github.com/o/n":   "https://github.com/o/n/blob/" + commit + "/a%20%281%29/b%23c%3F.md?plain=1#L3-L5",
		"https://gitlab.com/g/h/n": "https://gitlab.com/g/h/n/-/blob/" + commit + "/a%20%281%29/b%23c%3F.md?plain=1#L3-5",
		"https://codeberg.org/o/n": "https://codeberg.org/o/n/src/commit/" + commit +
			"/a%20%281%29/b%23c%3F.md?plain=1#L3-L5",
		"https://bitbucket.org/o/n": "https://bitbucket.org/o/n/src/" + commit + "/a%20%281%29/b%23c%3F.md#lines-3:5",
		"https://example.org/o/n":   "",
		"https://github.com/o)/n":   "",
		"javascript:alert(1)":       "",
		"":                          "",
	} {
		if got := (forge{page, commit}).address(spotOf(e)); got != want {
			t.Errorf("%s: %s, want %s", page, got, want)
		}
	}
	e.Reader = "pdf 1" // lines of a text that the forge does not have
	if got := (forge{"https://github.com/o/n", commit}).address(spotOf(e)); strings.Contains(got, "#") {
		t.Errorf("lines of extracted text have the address %s", got)
	}
	branch := &luminos.History{Remote: "https://github.com/o/n", Commit: "HEAD"}
	if f := forgeOf(&luminos.Facts{History: branch}); f != (forge{}) {
		t.Errorf("a link to something else than a commit: %v", f)
	}
}

func TestMermaidTextCannotEndItsLabel(t *testing.T) {
	if got := mermaidText("a\"]; click <b>\n"); strings.ContainsAny(got, "\"[]<>\n") {
		t.Errorf("mermaidText gives %q", got)
	}
}

func FuzzMarkdownText(f *testing.F) {
	for _, s := range hostileMarkdown {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 { // the parser needs quadratic time for some texts
			t.Skip("the text has over 1,000 bytes")
		}
		checkMarkdown(t, s, []byte("# x\n\n"+markdownLine(markdownText(s))+"\n\n| a | b |\n| --- | --- |\n| "+
			markdownText(s)+" | "+strings.ReplaceAll(markdownCode(s), "|", `\|`)+" |\n"))
	})
}
