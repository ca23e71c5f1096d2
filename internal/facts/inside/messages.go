package inside

import (
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// mailRows adds the rows about the folders and the threads of mail, and drops the keys of its messages.
func mailRows(files []luminos.FileInside, add func(label string, parts ...string)) {
	folders, subjects := map[string]int{}, map[uint64]string{}
	all := threads{sizes: map[uint64]int{}, seen: map[uint64]bool{}}
	for i := range files {
		f := &files[i]
		if family(&f.Extraction) != "mail" {
			continue
		}
		folders[folderOf(f)] += int(f.Number("messages"))
		for _, c := range topOf(f, "thread").Top {
			subjects[luminos.KeyOf(c.Name)] = c.Name
		}
		all.add(f)
		f.Keys = nil // no report has room for them
	}
	delete(folders, "") // files that no reader could read to a message
	if len(folders) > 1 {
		add("Folders", names(luminos.Counts(folders), 6))
	}
	if len(all.sizes) == 0 {
		return
	}
	without, with := "", ""
	if all.repeated > 0 {
		without = words.Plural(int(all.repeated), "copy", "copies") + " left out"
	}
	if all.counted > 0 {
		with = "with " + counted(all.counted, "messages") + " with the Message-ID of another in the same file"
	}
	longest := slices.Max(slices.Collect(maps.Values(all.sizes)))
	first := "" // by name of the longest threads
	for key, n := range all.sizes {
		if name := subjects[key]; n == longest && name != "" && (first == "" || name < first) {
			first = name
		}
	}
	subject := all.least + words.Plural(len(all.sizes), "subject")
	add("Threads", subject, "the longest has "+words.Plural(longest, "message"), without, with)
	if first != "" {
		add("Subjects", words.Quote(words.Shorten(first, 60))+" "+words.Count(longest))
	}
}

// threads adds up messages by thread. A message counts once, also if several files have it, unless one of them has no
// keys.
type threads struct {
	sizes    map[uint64]int // messages by the key of their thread
	seen     map[uint64]bool
	repeated int64  // messages that do not count
	counted  int64  // messages that count, and repeat another one of a file without keys
	least    string // "at least " if not all threads are known
}

// add adds the messages of a file: by their keys, or by the most frequent subjects of a file without them.
func (t *threads) add(f *luminos.FileInside) {
	if n := f.Number("messages"); n == 0 || int64(len(f.Keys)) != n {
		known := topOf(f, "thread")
		if known.Distinct > len(known.Top) {
			t.least = "at least "
		}
		for _, c := range known.Top {
			t.sizes[luminos.KeyOf(c.Name)] += c.Files
		}
		t.counted += f.Number("duplicate messages")
		return
	}
	for _, k := range f.Keys {
		id, thread := k[0], k[1]
		if id != 0 && t.seen[id] {
			t.repeated++
			continue
		}
		t.seen[id] = true
		if thread != 0 {
			t.sizes[thread]++
		}
	}
}

// folderOf returns the folder of a file of mail: the directory of a Maildir without "cur" and "new", the directory of a
// single message, or a mailbox itself.
func folderOf(f *luminos.FileInside) string {
	if strings.HasPrefix(f.Format, "Mailbox") {
		return string(f.Path)
	}
	dir := f.Path.Dir()
	if slices.Contains([]string{"cur", "new", "tmp"}, dir.Base()) {
		dir = dir.Dir()
	}
	return string(dir)
}

// mostYears returns the year with most messages: ", most in 2002 (3,243)".
func (s *sum) mostYears() string {
	years := luminos.Counts(s.values["year"])
	if len(years) < 2 {
		return ""
	}
	return ", most in " + years[0].Name + " (" + words.Count(years[0].Files) + ")"
}

// marks are the numbers of messages with a property, and the words for it. A part in HTML that is a file, a signature
// on a part of the text, and a date without an hour do not count.
var marks = []struct{ number, words string }{
	{"html messages", "with text in HTML"}, {"signed messages", "signed as a whole"}, {"encrypted messages", "encrypted"},
	{"undated messages", "without a day"},
}

// marksOf returns the numbers of messages with each property: "305 with text in HTML, 3 without a day".
func marksOf(numbers map[string]int64) string {
	var out []string
	for _, m := range marks {
		if n := numbers[m.number]; n > 0 {
			out = append(out, words.Count(int(n))+" "+m.words)
		}
	}
	return strings.Join(out, ", ")
}

// attachedText returns the number of parts of messages that are not shown as text: "142 attachments, 48 with a name".
// Most signatures lack a name, and other programs do not count them.
func attachedText(numbers map[string]int64) string {
	all, named := numbers["attachments"], numbers["named attachments"]
	text := counted(all, "attachments")
	if named > 0 && named < all {
		text += ", " + words.Count(int(named)) + " with a name"
	}
	return text
}

// joined joins the texts that are not empty with commas.
func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ", ")
}
