// Reportdiff compares two JSON reports of Luminos and prints each difference with
// its JSON path. It ignores the object "run" and, if OLD has schema version 1 and NEW
// version 2, the differences between these versions. The exit status is 0 if the reports are equal, 1 if they differ,
// and 2 after an error.
//
//	go -C tools run ./reportdiff OLD.json NEW.json
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: reportdiff OLD.json NEW.json"))
	}
	before, after := load(os.Args[1]), load(os.Args[2])
	if old := text(before["schema_version"]); old < "3" && text(after["schema_version"]) >= "3" {
		before = edit(before, "", rename).(map[string]any)
		if old == "1" {
			ids := map[string]string{} // of claims, by number
			for _, c := range list(before["claims"]) {
				ids[text(object(c)["id"])] = claimID(object(c))
			}
			before = edit(before, "", func(at string, v any) any { return upgrade(at, v, ids) }).(map[string]any)
			after = edit(after, "", downgrade).(map[string]any)
		}
	}
	d := differ{}
	d.compare("", edit(before, "", sortIDs), edit(after, "", sortIDs))
	for _, line := range d {
		fmt.Println(line)
	}
	if len(d) > 0 {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "reportdiff:", err)
	os.Exit(2)
}

// load reads a JSON report from a file, without its object "run". An error ends the program.
func load(name string) map[string]any {
	b, err := os.ReadFile(name)
	if err != nil {
		fail(err)
	}
	var r map[string]any
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	if err := dec.Decode(&r); err != nil {
		fail(fmt.Errorf("decoding the report %q: %w", name, err))
	}
	delete(r, "run")
	return r
}

// claimID returns the id of a claim in schema version 2: a digest of its statement, path, lines, quote and measure.
func claimID(claim map[string]any) string {
	first, last := "0", "0"
	if lines := object(claim["lines"]); lines != nil {
		first, last = text(lines["first"]), text(lines["last"])
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{
		text(claim["statement"]), text(claim["path"]), first, last, text(claim["quote"]), text(claim["measure"]),
	}, "\x00")))
	return hex.EncodeToString(sum[:6])
}

// edit replaces each value of v, innermost first, by the result of f for its path; nil removes the member of an object.
// Paths have no indexes of lists: "scan/links/path".
func edit(v any, at string, f func(at string, v any) any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if v[k] = edit(x, path.Join(at, k), f); v[k] == nil && x != nil {
				delete(v, k)
			}
		}
	case []any:
		for i, x := range v {
			v[i] = edit(x, at+"[]", f)
		}
	}
	return f(strings.ReplaceAll(at, "[]", ""), v)
}

// rename returns the value v at the path at with the names and the empty lists of version 3.
func rename(at string, v any) any {
	switch {
	case at == "schema_version":
		return json.Number("3")
	case at == "claims/verdict" && v == "supported":
		return "found"
	case at == "flags" && v == nil, at == "sections/statements" && v == nil:
		return []any{}
	case object(v) != nil:
		for old, name := range map[string]string{"claims_made": "citations", "claims_verified": "citations_found", "unverified": "unsupported"} {
			if x, ok := object(v)[old]; ok {
				object(v)[name] = x
				delete(object(v), old)
			}
		}
	}
	return v
}

// upgrade returns the id of a claim if v, the value at the path at, is its number in version 1, else v.
func upgrade(at string, v any, ids map[string]string) any {
	if number, ok := v.(json.Number); ok && (at == "claims/id" || path.Base(at) == "claims") {
		return ids[number.String()]
	}
	return v
}

// downgrade returns nil for a field that version 2 added, the sentence of version 1 for a degradation, and any other
// value v unchanged. at is the path of v.
func downgrade(at string, v any) any {
	switch name := path.Base(at); {
	case at == "flags/rule", at == "flags/lines", at == "scan/classified_files/files/text":
		return nil
	case strings.HasPrefix(at, "facts/") && at != "facts/evidence" && (name == "evidence" || name == "about_evidence"):
		return nil
	case at == "quality/degraded" && object(v) != nil:
		d := object(v)
		what, why := text(d["unit"]), text(d["reason"])
		if what == "" {
			what = text(d["pass"])
		}
		if d["not_asked"] == true {
			why = "not asked any more, since " + why
		}
		return what + ": " + why + "; " + text(d["instead"])
	}
	return v
}

// sortIDs returns v, sorted if it is a list of ids of claims, which version 1 ordered by number.
func sortIDs(at string, v any) any {
	if ids := list(v); path.Base(at) == "claims" && len(ids) > 0 && object(ids[0]) == nil {
		slices.SortFunc(ids, func(a, b any) int { return strings.Compare(text(a), text(b)) })
	}
	return v
}

// differ is a list of differences.
type differ []string

func (d *differ) compare(at string, a, b any) {
	switch {
	case object(a) != nil && object(b) != nil:
		keys := slices.AppendSeq(slices.Collect(maps.Keys(object(a))), maps.Keys(object(b)))
		slices.Sort(keys)
		for _, k := range slices.Compact(keys) {
			x, inA := object(a)[k]
			y, inB := object(b)[k]
			switch {
			case !inA:
				d.add(at+"."+k, "added: "+short(y))
			case !inB:
				d.add(at+"."+k, "removed: "+short(x))
			default:
				d.compare(at+"."+k, x, y)
			}
		}
	case list(a) != nil && len(list(a)) == len(list(b)):
		for i := range list(a) {
			d.compare(fmt.Sprintf("%s[%d]", at, i), list(a)[i], list(b)[i])
		}
	case list(a) != nil && list(b) != nil:
		d.elements(at+"[]", "removed: ", list(a), list(b))
		d.elements(at+"[]", "added: ", list(b), list(a))
	case whole(a) != whole(b):
		d.add(at, short(a)+" is now "+short(b))
	}
}

// elements adds a difference for each element of the list a that the list b lacks, such as "removed: 5".
func (d *differ) elements(at, what string, a, b []any) {
	has := map[string]int{}
	for _, x := range b {
		has[whole(x)]++
	}
	for _, x := range a {
		if has[whole(x)]--; has[whole(x)] < 0 {
			d.add(at, what+short(x))
		}
	}
}

func (d *differ) add(at, text string) { *d = append(*d, at+": "+text) }

func object(v any) map[string]any { m, _ := v.(map[string]any); return m }

func list(v any) []any { l, _ := v.([]any); return l }

// text returns a string or a number as it is written, and "" for anything else.
func text(v any) string {
	if n, ok := v.(json.Number); ok {
		return n.String()
	}
	s, _ := v.(string)
	return s
}

// whole returns v as JSON. Decoded values always encode.
func whole(v any) string { b, _ := json.Marshal(v); return string(b) }

// short returns the first 160 characters of v as JSON.
func short(v any) string { return fmt.Sprintf("%.160s", whole(v)) }
