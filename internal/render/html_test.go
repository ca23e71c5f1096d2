package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"luminos"
)

// pageOf returns a report as a page, and its elements.
func pageOf(t *testing.T, r *luminos.Report, s Style) (string, []*html.Node) {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, r, s); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	var list []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			list = append(list, n)
		}
	}
	return b.String(), list
}

// attribute returns the value of an attribute of an element, or "".
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// textIn returns the text in an element.
func textIn(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// ownElements are the elements of a page, with their attributes.
var ownElements = map[string]string{
	"html": "lang", "head": "", "meta": "charset http-equiv content name", "title": "", "style": "", "script": "",
	"body": "", "a": "class href rel data-n", "header": "class", "nav": "aria-label", "main": "id",
	"section": "class id aria-labelledby", "details": "class id open", "summary": "", "h1": "id", "h2": "id", "h3": "",
	"p": "class", "div": "class hidden tabindex role aria-label", "span": "class title", "b": "", "br": "", "code": "",
	"pre": "", "blockquote": "", "ul": "class", "li": "class data-n data-severity data-rule data-place", "dl": "class",
	"dt": "", "dd": "class", "table": "class", "thead": "", "tbody": "", "tr": "class", "th": "class scope",
	"td": "class data-title", "figure": "id", "figcaption": "", "wbr": "",
	"form": "class role aria-label hidden", "fieldset": "", "legend": "", "label": "", "select": "name",
	"option": "value", "input": "type id placeholder aria-label autocomplete spellcheck name value checked",
	"output": "id for aria-live", "button": "type id",
	"svg":  "class viewbox viewBox preserveaspectratio preserveAspectRatio aria-hidden aria-label role width height x y",
	"rect": "class x y width height rx", "g": "class", "path": "d stroke-width", "polygon": "points",
	"text": "class x y text-anchor", "tspan": "class",
}

// checkPage fails the test if a page has an element, an attribute, an address or a policy that no page of this program
// has.
func checkPage(t *testing.T, what, source string, elements []*html.Node) {
	t.Helper()
	ids := map[string]bool{}
	for _, n := range elements {
		allowed, ok := ownElements[n.Data]
		if !ok {
			t.Fatalf("%s: a page has no element %s", what, n.Data)
		}
		for _, a := range n.Attr {
			if !slices.Contains(strings.Fields(allowed), a.Key) {
				t.Errorf("%s: an element %s has no attribute %s=%q", what, n.Data, a.Key, a.Val)
			}
		}
		if id := attribute(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("%s: two elements have the id %s", what, id)
			}
			ids[id] = true
		}
	}
	for _, n := range elements {
		switch to := attribute(n, "href"); {
		case n.Data == "a" && strings.HasPrefix(to, "#"):
			if !ids[to[1:]] {
				t.Errorf("%s: a link to %s leads nowhere", what, to)
			}
		case to != "" && !strings.HasPrefix(to, "https://github.com/o/n/"):
			t.Errorf("%s: a link to %s", what, to)
		}
		if n.Data == "style" || n.Data == "script" {
			sum := sha256.Sum256([]byte(textIn(n)))
			hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
			policy := elements[slices.IndexFunc(elements, func(n *html.Node) bool {
				return attribute(n, "http-equiv") == "Content-Security-Policy"
			})]
			if !strings.Contains(attribute(policy, "content"), n.Data+"-src "+hash) {
				t.Errorf("%s: the policy does not permit the %s", what, n.Data)
			}
		}
	}
	if !strings.HasPrefix(source, "<!doctype html>\n"+luminos.ReportMark+"\n") {
		t.Errorf("%s: begins with %.60q", what, source)
	}
	if len(source) > htmlMost {
		t.Errorf("%s: %d bytes", what, len(source))
	}
}

func TestHTMLKeepsForeignTextAsText(t *testing.T) {
	more := []string{
		"</style><b>", "</script><b>", "<!--", "]]>", "javascript:alert(1)", `" onload="alert(1)`, "' onload='alert(1)",
		"</title><svg onload=alert(1)>", "{{.}}", "expression(alert(1))", "url(https://evil.example)", "=1+1",
		"\u202e\x1b[2J", "</details></main>", "<base href=https://evil.example>", "data:text/html,<b>", hostile,
	}
	for _, s := range append(more, hostileMarkdown...) {
		for _, spare := range []bool{true, false} {
			r := hostileReport(s, spare)
			r.Facts.History.Remote, r.Facts.History.Commit = "https://github.com/o/n", strings.Repeat("a", 40)
			source, elements := pageOf(t, r, Style{})
			checkClean(t, s, source)
			checkPage(t, fmt.Sprintf("%q", s), source, elements)
			if !spare {
				r.Facts.History.Remote = s
				source, elements = pageOf(t, r, Style{})
				checkPage(t, fmt.Sprintf("%q", s), source, elements)
			}
		}
	}
}

func TestHTMLOfAFixture(t *testing.T) {
	source, elements := pageOf(t, fixture(), Style{})
	checkPage(t, "fixture", source, elements)
	for _, want := range []string{
		`<h1 id="title">quarry</h1>`, "41,022 files", "size", "speaks to an agent", "quarry is a search engine",
		`href="#part-evidence"`, "figure-languages", "figure-sizes", "figure-read", `data-severity="critical"`,
	} {
		if !strings.Contains(source, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	again, _ := pageOf(t, fixture(), Style{Width: 40, Color: true})
	if again != source {
		t.Error("the same report gives another page")
	}
	source, elements = pageOf(t, fixture(), Style{Sections: []string{"flags"}})
	checkPage(t, "a section", source, elements)
	if strings.Contains(source, "<h1") || !strings.Contains(source, "speaks to an agent") {
		t.Error("a section alone has the first screen, or lacks its flags")
	}
}

// TestHTMLSentencesOpenTheirEvidence checks the way from a sentence to the quotation that it rests on.
func TestHTMLSentencesOpenTheirEvidence(t *testing.T) {
	r := fixture()
	r.Facts.History = &luminos.History{Remote: "https://github.com/o/n", Commit: strings.Repeat("a", 40)}
	r.Sections = []luminos.Section{{ID: "other", Title: "Other", Statements: []luminos.Statement{
		{Text: "A sentence.", Basis: luminos.Judged, Claims: []string{"c1", "c2"}},
	}}}
	r.Claims[0].Quote = "first <line>\n\tsecond line"
	r.Claims[0].Judgement = &luminos.Judgement{Verdict: luminos.Partly, Reason: "the half is missing"}
	_, elements := pageOf(t, r, Style{})
	cite := elements[slices.IndexFunc(elements, func(n *html.Node) bool { return attribute(n, "class") == "cite" })]
	if got := attribute(cite, "data-n"); got != "1 2" {
		t.Errorf("the sentence cites %q", got)
	}
	list := elements[slices.IndexFunc(elements, func(n *html.Node) bool {
		return "#"+attribute(n, "id") == attribute(cite, "href")
	})]
	got := textIn(list)
	for _, want := range []string{
		"2 places, 1 found", "README.md:1-3", "found as quoted", "first <line>\n    second line",
		"Second reader: partly", "the half is missing", "Makefile", "changed: line 12 says something else",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the evidence lacks %q: %s", want, got)
		}
	}
	if list.Parent != cite.Parent {
		t.Error("the evidence is not beside its sentence")
	}
}

// TestHTMLIsBounded checks pages of reports with long lists, long texts and absurd numbers.
func TestHTMLIsBounded(t *testing.T) {
	const n = 30_000
	long := fixture()
	for i := range n {
		id, path := fmt.Sprintf("x%d", i), luminos.Path(fmt.Sprintf("dir/%d", i))
		lines := &luminos.LineRange{First: -5, Last: math.MaxInt}
		e := luminos.Evidence{Statement: "It is so.", Path: path, Quote: "quoted <text>", Lines: lines}
		long.Claims = append(long.Claims, luminos.Claim{ID: id, Evidence: e, Verdict: luminos.Missing})
		long.Entries = append(long.Entries, luminos.Entry{Path: path, Summary: "A <directory>.", Claims: []string{id}})
		long.Flags = append(long.Flags, luminos.Flag{
			Path: path, Rule: luminos.Rule(id), Finding: "found", Severity: luminos.Concern, Source: "rules",
			Claims: []string{id},
		})
		long.Facts.Directories = append(long.Facts.Directories, luminos.DirFacts{Path: path, Bytes: 1 << 62, TotalFiles: -1})
		long.Facts.Members = append(long.Facts.Members, luminos.Member{Path: path})
	}
	long.Facts.Sort = luminos.SortProjects
	one := fixture()
	st := measured("a")
	for i := range n {
		st.Claims = append(st.Claims, long.Claims[i].ID)
		again := luminos.Section{ID: "brief", Title: "Again", Statements: []luminos.Statement{measured("b")}}
		one.Sections = append(one.Sections, again)
	}
	one.Claims = long.Claims
	one.Sections[0].Statements = append(slices.Repeat([]luminos.Statement{measured("<&>\"'+")}, n), st)
	for name, r := range map[string]*luminos.Report{
		"lists": long, "a paragraph": one, "texts": hostileReport(strings.Repeat("<'\x1b>", 200_000), true),
	} {
		source, elements := pageOf(t, r, Style{})
		checkPage(t, name, source, elements)
		if name == "lists" && !strings.Contains(source, "This page leaves out parts of long lists: ") {
			t.Error("the page does not state that lists were cut")
		}
	}
}

func TestHTMLOfEmptyReports(t *testing.T) {
	for _, r := range []*luminos.Report{
		{}, {Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{}}},
		{Results: luminos.Results{Facts: &luminos.Facts{
			History: &luminos.History{Periods: []luminos.Activity{{Commits: -1}}},
		}}},
	} {
		if err := HTML(io.Discard, r, Style{}); err != nil {
			t.Error(err)
		}
	}
}
