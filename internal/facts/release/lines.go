package release

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"luminos/internal/daterange"
	"luminos/internal/facts/injection"
	"luminos/internal/lazyregexp"
)

// versionExpr matches a version number of two parts or more, without a leading v.
const versionExpr = `\d{1,6}(?:\.\d{1,6}){1,4}(?:[-.+]?[a-zA-Z][0-9a-zA-Z]{0,11}(?:[-.+][0-9a-zA-Z]{1,12}){0,3}|-\d{1,6})?`

// fromTo matches the words between "Changes" and the second of two versions, which is the new one.
const fromTo = `(?:(?i:from|between) [vV]?` + versionExpr + `,? (?i:to|and) )?`

var (
	number = lazyregexp.Lazy(versionExpr)
	// atHeading matches the text of a heading that begins with a version, after a word at most: "v1.2.3 - 2020-01-31",
	// "[1.2.3](https://…) (2020-01-31)", "Version 1.2", "Changes in version 1.2", "Changes from 1.1 to 1.2".
	atHeading = lazyregexp.Lazy(`^(?:(?i:changes|what['’]s new|new|changelog|release notes)(?i: (?:in|for|of|since|with))? ?)?` + fromTo +
		`[\[(<]*((?:[A-Za-z][\w.+-]{0,39} |[A-Za-z]{1,20}-)?)[\[(<]*[vV]?(` + versionExpr + `)(?:[\])>:,;/\s(–—-]|\.? |\.?$)`)
	// dayFirst matches a heading of a day and a version: "2022-11-04 1.9".
	dayFirst = lazyregexp.Lazy(`^(\d{4}-\d{2}-\d{2})[ \t:–—-]+[vV]?(` + versionExpr + `)$`)
	// announced matches the words beside a version that is not released, or for several.
	announced = lazyregexp.Lazy(`(?i)\((?:pre-?release|dev(?:el(?:opment)?)?)\)|\b(?:and (?:earlier|older|before|below)|unreleased|not (?:yet )?released|in (?:development|progress)|upcoming|pending|to be (?:released|determined|announced)|tb[acd]|unpublished|yyyy|xxxx?|\d\d-xx)\b`)
	// seriesTitle matches the title of the change log of a series of versions: "Changelog for v1.9".
	seriesTitle = lazyregexp.Lazy(`(?i)^(?:changelog|changes|release notes) (?:for|of) v?\d+\.\d+(?:\.x)?$`)
	underline   = lazyregexp.Lazy(`^(?:={3,}|-{3,}|~{3,}|\^{3,}|\*{3,}|#{3,}|"{3,}|\+{3,}) *$`)
	// linked matches a link of reStructuredText.
	linked = lazyregexp.Lazy("`([^`<]+) <[^`>]*>`__?")
	// hashes matches the marks before a heading of Markdown, AsciiDoc, Org or RDoc.
	hashes = lazyregexp.Lazy(`^(?:#{1,6}|={1,6}|\*{1,4}) +`)
	isoDay = lazyregexp.Lazy(`\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b`)
	dayOf  = lazyregexp.Lazy(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?[ -](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?[ -](\d{4})\b`)
	ofDay  = lazyregexp.Lazy(`(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`)
	// monthOf matches a text that only gives a month and a year: " (Mar 2024)", " (Jan, 2022)".
	monthOf = lazyregexp.Lazy(`(?i)^[\s\]:–—-]*\(?` +
		`((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})\.?,? (\d{4})\)?$`)
	// stepHeading matches headings with the version before and the new one, which need no date.
	stepHeading = lazyregexp.Lazy(`^(?i:changes (?:from|between)) `)
	// dateLine matches a line that has little more than a date.
	dateLine = lazyregexp.Lazy(`(?i)^[\s*_>(\[:.-]*(?:(?:released?|date|published|release date)(?: (?:on|date))?[\s*_:]*)?[^\s\w]*[\w-]+(?:[ ,./-]+\w+){0,3}[^\w]*$`)
)

// maxLine bounds the length of a heading, and of a line with a date, in bytes.
const maxLine = 300

// ofLines returns the releases that the headings of a change log name, in their order. Headings that begin with another
// word than the most frequent one, such as the name of a dependency, are left out.
func ofLines(lines []string) []release {
	type found struct {
		release
		word string
	}
	var all []found
	count, best := map[string]int{}, ""
	fence := ""
	marked := slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "## ") })
	for i, line := range lines {
		fence = within(fence, line)
		if marked && strings.HasPrefix(line, "* ") {
			continue // an item below a heading of Markdown
		}
		text, last := heading(lines, i)
		if fence != "" || text == "" {
			continue
		}
		if d := dayFirst().FindStringSubmatch(text); d != nil {
			text = d[2] + " " + d[1]
		}
		m := atHeading().FindStringSubmatch(text)
		if m == nil || announced().MatchString(text) || injection.Without([]string{text})[0] != text {
			continue
		}
		if development().MatchString(m[2]) || len(all) == 0 && seriesTitle().MatchString(text) {
			continue // a snapshot, and a log of a series of versions
		}
		l := release{version: m[2], from: i + 1, to: i + 1}
		_, rest, _ := strings.Cut(text, l.version)
		if l.day = dayIn(rest); l.day.IsZero() {
			l.day, l.month = monthIn(rest)
		}
		if l.day.IsZero() && !stepHeading().MatchString(text) && (last < 0 || !l.dateBelow(lines, last+1)) {
			continue
		}
		word := strings.ToLower(strings.TrimSuffix(m[1], " "))
		if word == "version" || word == "release" || word == "v" || word == "ver." {
			word = ""
		}
		all = append(all, found{l, word})
		if count[word]++; count[word] > count[best] || count[word] == count[best] && word < best {
			best = word
		}
	}
	// The name before older versions, as in "tool-1.2", is of the target if there is one such name only.
	tags := slices.DeleteFunc(slices.Collect(maps.Keys(count)), func(w string) bool { return !strings.HasSuffix(w, "-") })
	var list []release
	for _, f := range all {
		if f.word == best || best == "" && len(tags) == 1 && f.word == tags[0] {
			list = append(list, f.release)
		}
	}
	if unknownHead(lines, list) {
		return nil
	}
	return list
}

// within returns the mark of the block of code in which the text after a line lies, or "" outside of blocks. fence is
// the mark before the line. A block ends with a mark of at least the same length.
func within(fence, line string) string {
	line = strings.TrimSpace(strings.TrimLeft(line, " \t-*+"))
	rest := strings.TrimLeft(line, "`")
	mark := line[:len(line)-len(rest)]
	switch {
	case fence == "" && len(mark) >= 3 && !strings.Contains(rest, "`"):
		return mark
	case fence != "" && len(mark) >= len(fence) && rest == "":
		return ""
	}
	return fence
}

// unknownHead reports whether a heading above the releases of the list names a greater version than all of them, in the
// same form as the heading of the first. Then the newest release is not known. Headings below a line that announces
// a release, such as "Unreleased", do not count.
func unknownHead(lines []string, list []release) bool {
	if len(list) == 0 {
		return false
	}
	best := greatest(list).version
	form := headForm(lines, list[0].from-1)
	for i, line := range lines[:list[0].from-1] {
		if announced().MatchString(line) {
			return false
		}
		text, last := heading(lines, i)
		prose := len(strings.Fields(text)) > 8 || last < 0 && !standsAlone(lines, i)
		if text == "" || headForm(lines, i) != form || prose {
			continue
		}
		if v := number().FindString(text); v != "" && !development().MatchString(v) && compare(v, best) > 0 {
			return new(release).dateBelow(lines, max(last, i)+1)
		}
	}
	return false
}

// headForm returns the marks before the heading at line i, or else the first mark of the line below it, or "".
func headForm(lines []string, i int) string {
	if mark := hashes().FindString(lines[i]); mark != "" {
		return mark
	}
	if i+1 < len(lines) && underline().MatchString(lines[i+1]) {
		return lines[i+1][:1]
	}
	return ""
}

// standsAlone reports whether line i is no part of a paragraph: the line above is empty, and the line below is empty,
// is indented or begins with a mark of a list.
func standsAlone(lines []string, i int) bool {
	above := i == 0 || strings.TrimSpace(lines[i-1]) == ""
	below := i+1 >= len(lines) || strings.TrimSpace(lines[i+1]) == ""
	return above && (below || strings.ContainsRune(" \t*-+", rune(lines[i+1][0]))) && !strings.HasSuffix(lines[i], ".")
}

// heading returns the text of the heading at line i, without its marks, and the last line of the heading. A heading has
// marks before it or a line below. A short line at the margin can be a heading, too; then last is -1. The text is "" if
// there is no heading.
func heading(lines []string, i int) (text string, last int) {
	line := strings.TrimRight(lines[i], " \t\r")
	if len(line) > maxLine || strings.IndexByte(line, '.') < 0 || !strings.ContainsAny(line, "0123456789") {
		return "", i
	}
	if mark := hashes().FindString(line); mark != "" {
		return strings.Trim(line[len(mark):], "*_#= "), i
	}
	text = strings.Trim(linked().ReplaceAllString(line, "$1"), "*_ ")
	if i+1 < len(lines) && underline().MatchString(lines[i+1]) {
		return text, i + 1
	}
	if len(line) < 80 && !strings.ContainsRune(" \t-|", rune(line[0])) {
		return text, -1
	}
	return "", i
}

// dateBelow sets the date of the release from the first four lines below its heading, from the index first on, if the
// first that is not empty consists of a date. It returns false if that line says that the version is not released.
func (l *release) dateBelow(lines []string, first int) bool {
	for i, line := range lines[first:min(len(lines), first+4)] {
		line = strings.Trim(line, " \t_") // text in italics, too
		if line == "" {
			continue
		}
		if len(line) > 80 || !dateLine().MatchString(line) {
			return true
		}
		if announced().MatchString(line) {
			return false
		}
		if day := dayIn(line); !day.IsZero() {
			l.day, l.to = day, first+i+1
		}
		return true
	}
	return true
}

// dayIn returns the first day that a text names unambiguously, or the zero time.
func dayIn(s string) time.Time {
	var y, m, d string
	if p := isoDay().FindStringSubmatch(s); p != nil {
		y, m, d = p[1], p[2], p[3]
	} else if p := dayOf().FindStringSubmatch(s); p != nil {
		y, m, d = p[3], p[2], p[1]
	} else if p := ofDay().FindStringSubmatch(s); p != nil {
		y, m, d = p[3], p[1], p[2]
	}
	month := digits(m)
	if month == 0 && m != "" {
		month = strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(m))/3 + 1
	}
	t, _ := daterange.Day(digits(y), month, digits(d))
	return t
}

// monthIn returns the first day of the month that the text after a version gives alone, and true, or the zero time.
func monthIn(s string) (time.Time, bool) {
	day := time.Time{}
	if m := monthOf().FindStringSubmatch(s); m != nil {
		day = dayIn("1 " + m[1] + " " + m[2])
	}
	return day, !day.IsZero()
}

// digits returns the number that the leading digits of s form, of at most nine digits.
func digits(s string) int {
	n := 0
	for i := 0; i < len(s) && i < 9 && s[i] >= '0' && s[i] <= '9'; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// parts splits a version into runs of digits and runs of letters.
var parts = lazyregexp.Lazy(`\d+|[A-Za-z]+`)

// Newer reports whether a version follows another.
func Newer(version, other string) bool { return compare(version, other) > 0 }

// compare compares two versions by their numbers. A version with letters precedes the same version without, but a
// single letter at the end counts on: 3.7c follows 3.7.
func compare(a, b string) int {
	x, y := parts().FindAllString(a, -1), parts().FindAllString(b, -1)
	for i := range max(len(x), len(y)) {
		if c := comparePart(x, y, i); c != 0 {
			return c
		}
	}
	return 0
}

// comparePart compares the parts i of two versions: letters precede the end, the end precedes a single last letter, and
// the letter precedes a number.
func comparePart(x, y []string, i int) int {
	rank := func(list []string) (kind, n int, text string) {
		switch {
		case i >= len(list):
			return 1, 0, ""
		case list[i][0] > '9' && len(list[i]) == 1 && i > 0 && i == len(list)-1:
			return 2, 0, list[i]
		case list[i][0] > '9':
			return 0, 0, list[i]
		}
		return 3, digits(list[i]), ""
	}
	k, n, s := rank(x)
	l, m, t := rank(y)
	return cmp.Or(cmp.Compare(k, l), cmp.Compare(n, m), cmp.Compare(s, t))
}
