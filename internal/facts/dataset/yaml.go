package dataset

import (
	"errors"
	"fmt"

	"luminos"
	"luminos/internal/facts/decode"
)

// How much YAML is parsed: it takes up to a second per megabyte.
const (
	yamlBytes    = 1 << 20 // of one file
	yamlRunBytes = 5 << 20 // of all files together
)

// errUnparsed is the error of a file for which yamlRunBytes is exhausted.
var errUnparsed = errors.New("the YAML file was not parsed: other files used up the budget")

// yamlBudget is the number of bytes of YAML that may still be parsed.
type yamlBudget int64

// affords reports whether the rest of the budget suffices to parse the YAML file f, and if so
// subtracts its size. It uses the size in the scan, so that all runs are equal. It returns true for
// other files and for YAML files that are too large to be parsed.
func (b *yamlBudget) affords(f *luminos.File) bool {
	switch n := yamlBudget(f.Size); {
	case formats[f.Path.Ext()] != formatYAML, n > yamlBytes: // files of this size are not parsed
		return true
	case n > *b:
		return false
	default:
		*b -= n
		return true
	}
}

// notParsed returns the entry of the report for a number of YAML files that were not parsed because
// yamlRunBytes was used up.
func notParsed(files int) luminos.NotRead {
	return luminos.NotRead{What: "YAML files", Files: files, Reason: fmt.Sprintf("only %d MiB of YAML are parsed", yamlRunBytes>>20)}
}

// readYAML parses a YAML file and returns its records as a table: the mappings in a list, or one
// mapping in each of several documents. lone is true if the file is not records: a single mapping,
// or mostly other values.
func readYAML(b []byte) (t *table, lone bool, err error) {
	docs, err := decode.YAML(string(b), yamlBytes)
	if err != nil {
		return nil, false, err
	}
	t = newTable()
	lists, mappings := 0, 0
	for _, doc := range docs {
		if doc.Kind() == decode.Sequence {
			lists++
			for _, item := range doc.Items() {
				if !t.yamlRecord(item) {
					t.bad++
				}
			}
		} else if t.yamlRecord(doc) {
			mappings++
		}
	}
	if t.bad > t.rows { // a list of words
		return newTable(), true, nil
	}
	t.bad = 0
	return t, lists == 0 && mappings <= 1, nil
}

// yamlRecord adds the YAML mapping n to the table as a row. It returns false if n is no mapping.
func (t *table) yamlRecord(n decode.Node) bool {
	if n.Kind() != decode.Mapping {
		return false
	}
	t.rows++
	for _, e := range n.Entries() {
		if c := t.column(e.Key); c != nil {
			c.addNode(e.Value)
		}
	}
	return true
}

func (c *column) addNode(n decode.Node) {
	switch b := []byte(n.Text()); n.Kind() {
	case decode.Null:
		c.add(value{kind: missing}, nil)
	case decode.Mapping:
		c.counts[object]++
	case decode.Sequence:
		c.counts[array]++
	case decode.Bool:
		c.add(value{kind: boolean}, b)
	case decode.Number:
		c.add(classify(b), b)
	case decode.String:
		c.addString(b)
	default:
		c.counts[text]++
	}
}
