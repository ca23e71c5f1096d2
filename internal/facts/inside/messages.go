package inside

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// mailRows adds the rows about the folders and the threads of mail.
func mailRows(files []luminos.FileInside, add func(label string, parts ...string)) {
	folders, threads, ids := map[string]int{}, map[string]int{}, map[string]int{}
	repeated, least := int64(0), ""
	for i := range files {
		f := &files[i]
		if family(&f.Extraction) != "mail" {
			continue
		}
		folders[folderOf(f)] += int(f.Number("messages"))
		repeated += f.Number("duplicate messages")
		if id := f.Property("message-id"); id != "" {
			if ids[id]++; ids[id] > 1 {
				repeated++
			}
		}
		for _, v := range f.Values {
			if v.Name == "thread" && v.Distinct > len(v.Top) {
				least = "at least " // an extraction keeps the most frequent ones
			}
			for _, c := range v.Top {
				if v.Name == "thread" {
					threads[c.Name] += c.Files
				}
			}
		}
	}
	delete(folders, "") // files that no reader could read to a message
	if len(folders) > 1 {
		add("Folders", names(luminos.Counts(folders), 6))
	}
	if len(threads) == 0 {
		return
	}
	all := luminos.Counts(threads)
	again := ""
	if repeated > 0 {
		again = counted(repeated, "messages") + " with the Message-ID of another"
	}
	subjects := least + words.Plural(len(all), "subject")
	add("Threads", subjects, "the longest has "+words.Plural(all[0].Files, "message"), again)
	add("Subjects", words.Quote(words.Shorten(all[0].Name, 60))+" "+words.Count(all[0].Files))
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
