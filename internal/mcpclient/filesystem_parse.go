package mcpclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// parseInfo parses the answer of get_file_info: lines of the form "key: value".
func parseInfo(text string) (fileInfo, error) {
	i := fileInfo{size: -1}
	var dir, file string
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "size":
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && n >= 0 {
				i.size = n
			}
		case "modified":
			value, _, _ = strings.Cut(value, " (")
			for _, form := range []string{"Mon Jan 02 2006 15:04:05 GMT-0700", time.RFC3339} {
				if t, err := time.Parse(form, value); err == nil {
					i.modified = instant(t)
				}
			}
		case "isDirectory":
			dir = value
		case "isFile":
			file = value
		}
	}
	i.dir, i.file = dir == "true", file == "true"
	if (dir != "true" && dir != "false") || (file != "true" && file != "false") || i.dir && i.file {
		return fileInfo{}, errors.New("the attributes of a file or directory from the server cannot be parsed")
	}
	return i, nil
}

// parseTree parses the answer of directory_tree for one directory: a JSON list of entries.
func parseTree(text string) ([]fsEntry, error) {
	var entries []fsEntry
	if err := json.Unmarshal([]byte(text), &entries); err != nil {
		return nil, fmt.Errorf("the listing of a directory from the server cannot be parsed: %s", syntax(err))
	}
	for _, e := range entries {
		if e.Type != "file" && e.Type != "directory" {
			return nil, fmt.Errorf("the listing of a directory from the server cannot be parsed: an entry is a %q, neither a file nor a directory", clean(e.Type, 60))
		}
	}
	return entries, nil
}

// parseLines parses lines of "[FILE] name" and "[DIR] name". It returns an error if a line has
// another form, because a name then contains a line break, or if a name occurs twice. A forged line
// of the right form is accepted, but its entry does not exist.
func parseLines(text string) ([]fsEntry, error) {
	if text == "" {
		return nil, nil
	}
	var entries []fsEntry
	seen := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		e := fsEntry{Type: "file"}
		name, ok := strings.CutPrefix(line, "[FILE] ")
		if !ok {
			name, ok = strings.CutPrefix(line, "[DIR] ")
			e.Type = "directory"
		}
		if !ok || seen[name] {
			return nil, errors.New("a name that occurs twice or contains a line end makes the listing of a directory ambiguous, and the server gives no other form of listing")
		}
		seen[name] = true
		e.Name = name
		entries = append(entries, e)
	}
	return entries, nil
}
