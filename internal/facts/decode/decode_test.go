package decode

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJSON(t *testing.T) {
	for name, c := range map[string]struct {
		text, wantErr string
		want          map[string]any
	}{
		"plain":                  {text: `{"a":[1,{"b":null}]}`, want: map[string]any{"a": []any{1.0, map[string]any{"b": nil}}}},
		"comments and commas":    {text: "{ // why \"not\n \"a\": \"// no /* comment\", /* x\n */ \"b\": [1, ], }", want: map[string]any{"a": "// no /* comment", "b": []any{1.0}}},
		"an escaped quote":       {text: `{"a": "\"//", }`, want: map[string]any{"a": `"//`}},
		"brackets in strings":    {text: `{"a": "` + strings.Repeat("[", 1000) + `"}`, want: map[string]any{"a": strings.Repeat("[", 1000)}},
		"brackets in comments":   {text: "{} // " + strings.Repeat("[", 1000), want: map[string]any{}},
		"a line of a fault":      {text: "{\n\"a\": nil}", wantErr: "not valid JSON: line 2"},
		"a comma first":          {text: "{,}", want: map[string]any{}},
		"an open string":         {text: `{"a`, wantErr: "not valid JSON: line 1"},
		"an open comment":        {text: `{} /*`, want: map[string]any{}},
		"a list":                 {text: `[1]`, wantErr: "not a JSON object"},
		"a list with a comment":  {text: "[1] //", wantErr: "not a JSON object"},
		"nothing":                {text: "", wantErr: "not valid JSON"},
		"a deep list":            {text: `{"a":` + strings.Repeat("[", 60_000), wantErr: errTooDeep.Error()},
		"a deep list by comment": {text: `{"a": /* " */ ` + strings.Repeat("[", 60_000), wantErr: errTooDeep.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			var got map[string]any
			check(t, JSON(c.text, &got), c.wantErr)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestJSONIntoAStruct(t *testing.T) {
	var got struct{ A string }
	check(t, JSON(`{"A": 5}`, &got), `the JSON field "A" has a value of the wrong type: number`)
	check(t, JSON(`{"A": "x", /**/}`, &got), "")
	if got.A != "x" {
		t.Errorf("got %+v", got)
	}
}

func check(t *testing.T, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("error %v, want %q", err, want)
	}
}

func TestTOML(t *testing.T) {
	floats := strings.Repeat("0.5, ", 300)
	for name, c := range map[string]struct{ text, wantErr string }{
		"an array of floats on one line": {text: "a = [" + floats + "]\n"},
		"floats of an inline table":      {text: "a = {" + strings.TrimSuffix(strings.Repeat("b%d = 1.5, ", 1), ", ") + "}\n", wantErr: "not valid TOML: line 1"},
		"versions in strings":            {text: "a = '" + strings.Repeat("1.", 100) + "'\nb = \"" + strings.Repeat("1.", 100) + "\"\n"},
		"dots in a comment":              {text: "# " + strings.Repeat(".", 100) + "\na = 1 # " + strings.Repeat(".", 100)},
		"dots over many lines":           {text: "a = '''\n" + strings.Repeat(".'\n", 100) + "'''\nb = \"\"\"" + strings.Repeat("\\\".", 100) + "\"\"\"\n"},
		"a string that ends in quotes":   {text: "a = \"\"\"x\"\"\"\"\nb = '''y'''''\n# " + strings.Repeat(".", 100)},
		"brackets in strings":            {text: "a = '" + strings.Repeat("[", 100) + "'\nb = \"\\\"" + strings.Repeat("{", 100) + "\""},
		"tables one after the other":     {text: strings.Repeat("[[a.b.c]]\n", 100)},
		"keys one after the other":       {text: "[x]\n" + numbered("a.b.c%d = 1\n", 100)},
		"a deep key":                     {text: strings.Repeat("a.", 60_000) + "b = 1", wantErr: errTooDeep.Error()},
		"a deep key of digits":           {text: strings.Repeat("1.", 60_000) + "2 = 1", wantErr: errTooDeep.Error()},
		"a deep key of quotes":           {text: strings.Repeat(`"a".`, 60_000) + "b = 1", wantErr: errTooDeep.Error()},
		"a deep key with spaces":         {text: strings.Repeat("a . ", 60_000) + "b = 1", wantErr: errTooDeep.Error()},
		"a deep table":                   {text: "[" + strings.Repeat("a.", 60_000) + "b]", wantErr: errTooDeep.Error()},
		"a deep array":                   {text: "a = " + strings.Repeat("[", 60_000), wantErr: errTooDeep.Error()},
		"a deep key of an inline table":  {text: "a = {b = 1, " + strings.Repeat("a.", 60_000) + "b = 1}", wantErr: errTooDeep.Error()},
		"keys and inline tables":         {text: "a = " + strings.Repeat("{a.a.a.a.a.a.a.a = ", 8), wantErr: errTooDeep.Error()},
		"depth behind an odd quote":      {text: "a = \"\"\"x\"\"\"\"\n" + strings.Repeat("a.", 100) + "b = 1", wantErr: errTooDeep.Error()},
		"depth behind an open string":    {text: "a = 'x\n" + strings.Repeat("a.", 100) + "b = 1", wantErr: errTooDeep.Error()},
		"depth in parts":                 {text: "a = " + strings.Repeat("[", 60) + strings.Repeat("]", 60) + "\nb = " + strings.Repeat("[", 60) + strings.Repeat("]", 60)},
		"keys":                           {text: numbered("k%d = 1\n", 20_000), wantErr: "too many keys"},
		"keys of keys":                   {text: numbered("a.k%d = 1\n", 20_000), wantErr: "too many keys"},
		"keys of an inline table":        {text: "a = {" + numbered("k%d = 1,", 20_000) + "b = 1}", wantErr: "too many keys"},
		"tables":                         {text: numbered("[a.t%d]\n", 20_000), wantErr: "too many keys"},
		"arrays of tables":               {text: numbered("[[a%d]]\n", 20_000), wantErr: "too many keys"},
		"an array of many tables":        {text: strings.Repeat("[[a]]\nb = 1\nc = {d = 1}\n[a.e]\n", 20_000)},
		"an array of inline tables":      {text: "a = [" + strings.Repeat("{b = 1, c = [[1]]},\n", 20_000) + "]"},
		"many keys":                      {text: numbered("k%d = 1\n", 5000)},
		"a fault":                        {text: "a = 1\nb == 2", wantErr: "not valid TOML: line 2"},
		"a key twice":                    {text: "a = 1\na = 2", wantErr: "not valid TOML"},
	} {
		t.Run(name, func(t *testing.T) {
			var got map[string]any
			check(t, TOML(c.text, &got), c.wantErr)
		})
	}
	var got struct{ Package struct{ Name string } }
	if err := TOML("[package]\nname = 'x'\n", &got); err != nil || got.Package.Name != "x" {
		t.Errorf("into a struct: %+v, %v", got, err)
	}
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestYAMLValues(t *testing.T) {
	docs, err := YAML("# c\n---\na: &x [1, 2.5, true, ~, 'q', \"d\\n\"]\nb: !t {c: *x}\nd: |\n  l\n  m\n? e\n: !!str f\n<<: *x\n---\nlast\n", ConfigYAML)
	if err != nil {
		t.Fatal(err)
	}
	var got []any
	for _, d := range docs {
		got = append(got, d.Value())
	}
	want := []any{map[string]any{
		"a": []any{"1", "2.5", "true", nil, "q", "d\n"}, "b": map[string]any{"c": nil}, "d": "l\nm\n", "e": "f", "<<": nil,
	}, "last"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	entries := docs[0].Entries()
	var kinds []Kind
	for _, e := range entries {
		kinds = append(kinds, e.Value.Kind())
	}
	if d := cmp.Diff([]Kind{Sequence, Mapping, String, String, Other}, kinds); d != "" {
		t.Error(d)
	}
	kinds = nil
	for _, item := range entries[0].Value.Items() {
		kinds = append(kinds, item.Kind())
	}
	if d := cmp.Diff([]Kind{Number, Number, Bool, Null, String, String}, kinds); d != "" {
		t.Error(d)
	}
	if e := entries[2]; e.Key != "d" || e.Line != 5 {
		t.Errorf("entry %q on line %d, want d on line 5", e.Key, e.Line)
	}
	if n := (Node{}); n.Kind() != Null || n.Text() != "" || n.Value() != nil || n.Entries() != nil || n.Items() != nil {
		t.Error("the zero node is not null")
	}
}

// The parser recurses on each of these texts, or takes seconds for it.
func TestYAMLBounds(t *testing.T) {
	deep := errTooDeep.Error()
	for name, c := range map[string]struct{ text, wantErr string }{
		"brackets":                 {"a: " + strings.Repeat("[", 60_000), deep},
		"braces over lines":        {strings.Repeat("{\n", 100), deep},
		"dashes":                   {strings.Repeat("- ", 20_000) + "x", deep},
		"dashes in brackets":       {"a: [" + strings.Repeat("- ", 20_000) + "]", deep},
		"questions":                {strings.Repeat("? ", 20_000) + "x", deep},
		"tags":                     {"a: " + strings.Repeat("!t ", 20_000), deep},
		"mappings on one line":     {strings.Repeat("a: ", 20_000), deep},
		"indentation":              {indented(300), deep},
		"indentation of nothing":   {"a: |\n" + strings.Repeat(" ", 300) + "\n", deep},
		"blank lines":              {"a: |\n  x\n" + strings.Repeat("\n", 60_000), "blank lines"},
		"lines of spaces":          {"a: |\n  x\n" + strings.Repeat("  \n", 20_000), "blank lines"},
		"carriage returns":         {"a: |\n  x\n" + strings.Repeat("\r", 10_000), "blank lines"},
		"tabs in quotes":           {`a: "` + strings.Repeat("a\t", 1000) + `"`, "tabs"},
		"entries":                  {numbered("a%d:\n", 12_000), "entries of one mapping"},
		"entries deeper down":      {"a:\n" + numbered(" %d:\n  b: c\n", 12_000), "entries of one mapping"},
		"entries between comments": {"a:\n" + numbered(" k%d: v\n# c\n", 12_000), "entries of one mapping"},
		"entries with anchors":     {"a:\n" + numbered(" &a%d k%[1]d: v\n", 8000), "entries of one mapping"},
		"entries over lines":       {"a:\n" + numbered(" k%d: \"v\nb: v\"\n", 12_000), "entries of one mapping"},
		"entries by question":      {numbered("? k%d\n", 12_000), "entries of one mapping"},
		"entries without commas":   {"[" + numbered("\nk%d: v", 12_000) + "]", "entries of one mapping"},
		"values left out":          {strings.Repeat("- a:\n", 12_000), "values left out"},
		"items left out":           {strings.Repeat("-\n", 12_000), "values left out"},
		"values left out in line":  {"- {" + strings.Repeat("a, b: }\n- {", 8000) + "}", "values left out"},
		"a long key":               {strings.Repeat("k", 16_000) + ":\n" + strings.Repeat(" - a\n", 12_000), "keys that are too long"},
		"long keys in brackets":    {"{" + strings.Repeat("k", 8_000) + ": {" + strings.Repeat("k", 8_000) + ": [\n" + strings.Repeat("a,\n", 12_000) + "]}}", "keys that are too long"},
		"documents":                {strings.Repeat("a\n---\n", 12_000), "documents"},
		"ends of documents":        {strings.Repeat("!t \n...\n", 12_000), "documents"},
		"anchors":                  {"a: " + strings.Repeat("&a ", 5000), deep},
		"a long line":              {"a: " + strings.Repeat("x", maxLine), "a line is longer"},
		"size":                     {strings.Repeat("- x\n", 100_000), "larger than 256 KiB"},
		"a list of many mappings":  {strings.Repeat("- a: 1\n  b: 2\n", 12_000), ""},
		"a list under its key":     {"a:\n" + strings.Repeat("- a:\n  - 2\n", 12_000), ""},
		"many mappings in line":    {"[" + strings.Repeat("{a: 1, b: [1, 2]},\n", 8000) + "]", ""},
		"many entries in line":     {"{" + numbered("k%d: 1,\n", 8000) + "}", ""},
		"many lists in a list":     {strings.Repeat("-\n  - 1\n  - 2\n", 12_000), ""},
		"marks in text":            {"- |\n" + numbered("  k%d:\n", 12_000), ""},
		"many comments":            {strings.Repeat("# a: b\n", 12_000), ""},
		"some blank lines":         {"a: b\n" + strings.Repeat(strings.Repeat("\n", 50)+"# x\n", 50), ""},
		"a paragraph on one line":  {"a: " + strings.Repeat("words, and - more: ", 200), "not valid YAML"},
		"prose in quotes":          {"a: '" + strings.Repeat("words, and more ", 1000) + "'", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := YAML(c.text, 256<<10)
			check(t, err, c.wantErr)
			if (c.wantErr == deep) != errors.Is(err, errTooDeep) {
				t.Errorf("%v: errors.Is(err, errTooDeep) is wrong", err)
			}
		})
	}
}

// TestYAMLFaultsAreNotPrinted checks that the parser's own error is not used: it
// prints the file around a fault, and takes 547 MiB for it.
func TestYAMLFaultsAreNotPrinted(t *testing.T) {
	s := strings.Repeat(strings.Repeat("@", 16_000)+"\n", 4)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := YAML(s, ConfigYAML)
	runtime.ReadMemStats(&after)
	check(t, err, "not valid YAML: [1:1] '@' is a reserved character")
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 100 || strings.Contains(err.Error(), "\n") {
		t.Errorf("took %d MiB for the error %q", took, err)
	}
}

func indented(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func TestYAMLAliasesDoNotExpand(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), ","))
	}
	docs, err := YAML(b.String(), ConfigYAML)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(docs[0].Value()); len(got) > 2*b.Len() {
		t.Errorf("%d bytes became %d", b.Len(), len(got))
	}
}

func TestXML(t *testing.T) {
	root, err := XML("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<p xmlns:x=\"u\">\n<a x:k='v'> t<!-- c -->u </a><a/><b><c>d</c></b></p>")
	if err != nil {
		t.Fatal(err)
	}
	if got := root.Value("a"); got != "tu" || root.All("a")[0].Attrs["k"] != "v" || root.Value("b", "c") != "d" || root.Child("a").Line != 3 {
		t.Errorf("read %q, %+v", got, root.Child("a"))
	}
	if root.Value("x", "y") != "" || root.Child("x").All("y") != nil || (*Element)(nil).Value("x") != "" {
		t.Error("an absent element has a value")
	}
	for text, want := range map[string]string{
		strings.Repeat("<a>", 1000): errTooDeep.Error(), "<a>" + strings.Repeat("<b/>", maxElements): "elements", "": "empty", "<a>&lol;</a>": "not valid XML: line 1", "<a": "not valid XML",
	} {
		_, err := XML(text)
		check(t, err, want)
	}
}
