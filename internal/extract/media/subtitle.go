package media

import (
	"fmt"
	"slices"
	"strings"

	"luminos/internal/content"
	"luminos/internal/extract/file"
	"luminos/internal/lazyregexp"
)

const (
	subtitlesMost = 16 << 20 // bytes; a film of three hours has 200 KB
	cuesMost      = 100_000  // a film of three hours has 3,000, comments that float over a film tens of thousands
	// partSeconds is the length of a part of the text: a place in a film that is short enough to find.
	partSeconds = 600
)

// cue is one subtitle.
type cue struct {
	start, end float64 // seconds
	text       string
}

// readSubtitles reads subtitles in SubRip, WebVTT or (Advanced) SubStation Alpha.
func readSubtitles(j *job) error {
	b, err := j.f.All(subtitlesMost)
	if err != nil {
		return err
	}
	text := content.Decode(b, content.EncodingOf(j.f.Head))
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")
	s := &subtitles{job: j, text: file.NewText(j.f, j.x), part: -1}
	switch j.f.Path.Ext() {
	case ".srt":
		j.x.Format = "SubRip subtitles"
		s.blocks(text)
	case ".vtt":
		j.x.Format = "WebVTT subtitles"
		if !strings.HasPrefix(text, "WEBVTT") {
			return errStructure
		}
		s.blocks(text)
	default:
		j.x.Format = "SubStation Alpha subtitles"
		s.events(text)
	}
	s.text.Done()
	if s.cues == 0 {
		return errStructure
	}
	j.x.Add("cues", s.cues)
	j.length(s.last)
	j.x.Set("first cue", clockTime(s.first))
	j.x.Set("language", languageByName(string(j.f.Path.Base())))
	return nil
}

// subtitles collects cues.
type subtitles struct {
	*job
	text        *file.Text
	cues        int64
	first, last float64
	part        int
}

// add adds a cue.
func (s *subtitles) add(c cue) {
	if c.start > secondsMost || c.end > secondsMost {
		return
	}
	if s.cues == cuesMost {
		s.x.Limit("only the first 100,000 cues were read")
		return
	}
	if s.cues == 0 || c.start < s.first {
		s.first = c.start
	}
	s.cues++
	s.last = max(s.last, c.end)
	if n := int(c.start / partSeconds); n > s.part {
		s.part = n
		s.text.Part("from " + clockTime(float64(n*partSeconds)))
	}
	for line := range strings.Lines(plain(c.text)) {
		if line = strings.TrimSpace(line); line != "" {
			s.text.Line(line)
		}
	}
}

// span returns the times of a line "00:00:01,000 --> 00:00:02,500" of SubRip or WebVTT; settings may follow.
func span(line string) (start, end float64, ok bool) {
	first, rest, found := strings.Cut(line, "-->")
	second, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	start, ok = moment(strings.TrimSpace(first))
	end, also := moment(second)
	return start, end, found && ok && also
}

// moment returns the time of hours, which may be missing, minutes, seconds and thousandths.
func moment(s string) (seconds float64, ok bool) {
	const longest = 16 // bytes, with four digits of hours
	i := strings.IndexAny(s, ",.")
	if i < 0 || len(s) > longest || strings.Trim(s, "0123456789:,.") != "" {
		return 0, false
	}
	n, parts := 0, 0
	for part := range strings.SplitSeq(s[:i], ":") {
		n, parts = 60*n+decimal(part), parts+1
		ok = part != ""
	}
	fraction := (s[i+1:] + "000")[:3]
	return float64(n) + float64(decimal(fraction))/1000, ok && (parts == 2 || parts == 3)
}

// blocks reads the cues of SubRip and WebVTT: a line with times, and lines of text up to an empty line.
func (s *subtitles) blocks(text string) {
	var c *cue
	end := func() {
		if c != nil {
			s.add(*c)
		}
		c = nil
	}
	blank := true
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		start, stop, times := span(line)
		switch {
		case times:
			end()
			c = &cue{start: start, end: stop}
		case strings.TrimSpace(line) == "":
			blank = true
			continue
		case c != nil && !(blank && isNumber(line)):
			if len(c.text) < tagSizeMost {
				c.text += line + "\n"
			}
		}
		blank = false
	}
	end()
}

// isNumber reports whether a line is the number of the next cue.
func isNumber(line string) bool { return strings.Trim(strings.TrimSpace(line), "0123456789") == "" }

// events reads the dialogue of SubStation Alpha, whose columns a line "Format:" names.
func (s *subtitles) events(text string) {
	columns, section := []string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.ToLower(line)
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = strings.TrimSpace(value)
		switch {
		case section == "[script info]" && key == "Title":
			s.job.set("title", value)
		case section == "[script info]" && strings.HasPrefix(key, "Original Script"):
			s.job.set("artist", value)
		case section == "[events]" && key == "Format":
			columns = strings.Split(value, ",")
			columns = columns[:min(len(columns), keywordsMost)]
		case section == "[events]" && key == "Dialogue" && s.cues <= cuesMost:
			s.dialogue(columns, value)
		}
	}
}

// breaks replaces the line breaks and spaces of SubStation Alpha.
var breaks = strings.NewReplacer(`\N`, "\n", `\n`, "\n", `\h`, " ")

// dialogue reads one line of dialogue.
func (s *subtitles) dialogue(columns []string, value string) {
	fields := strings.SplitN(value, ",", max(len(columns), 1))
	var c cue
	for i, f := range fields {
		if i >= len(columns) {
			break
		}
		switch strings.TrimSpace(columns[i]) {
		case "Start":
			c.start = clock(f)
		case "End":
			c.end = clock(f)
		case "Text":
			c.text = breaks.Replace(f[:min(len(f), tagSizeMost)])
		}
	}
	s.add(c)
}

// clock returns a time as SubStation Alpha writes it, "0:01:02.34".
func clock(s string) float64 {
	var h, m, sec, hundredths int
	n, _ := fmt.Sscanf(strings.TrimSpace(s), "%d:%d:%d.%d", &h, &m, &sec, &hundredths)
	if n < 3 || h < 0 || m < 0 || sec < 0 {
		return 0
	}
	return float64(h)*3600 + float64(m)*60 + float64(sec) + float64(hundredths)/100
}

// entities replaces the escapes of WebVTT.
var entities = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&nbsp;", " ")

// markup matches the tags of subtitles: "<i>", "<v Anna>", "{\an8}", "<00:01.000>".
var markup = lazyregexp.Lazy(`<[^<>\n]{0,200}>|\{[^{}\n]{0,500}\}`)

// plain returns a text without markup.
func plain(s string) string {
	if !strings.ContainsAny(s, "<{&") {
		return s
	}
	return entities.Replace(markup().ReplaceAllString(s, ""))
}

// languageTags are the parts of names that say other things than a language.
var languageTags = []string{"sdh", "cc", "hi", "forced", "default", "full", "web", "srt", "vtt", "ass", "ssa", "sub"}

// languageByName returns the code of the language that a name has before its extension: "film.en.srt",
// "film.pt-BR.srt".
func languageByName(base string) string {
	parts := strings.Split(strings.ToLower(base), ".")
	for i := len(parts) - 2; i > 0; i-- {
		p := strings.ReplaceAll(parts[i], "_", "-")
		if slices.Contains(languageTags, p) && i > 1 {
			continue
		}
		code, region, _ := strings.Cut(p, "-")
		if len(code) < 2 || len(code) > 3 || strings.Trim(code, "abcdefghijklmnopqrstuvwxyz") != "" || len(region) > 4 {
			return ""
		}
		return p
	}
	return ""
}
