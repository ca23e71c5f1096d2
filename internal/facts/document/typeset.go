package document

import (
	"strings"

	"luminos/internal/lazyregexp"
)

var (
	texCommand = lazyregexp.Lazy(`\\[A-Za-z@]+\*?(\[[^\]\n]*\])?`)
	texMarks   = lazyregexp.Lazy(`\\(cite[a-z]*|ref|label|eqref|pageref|includegraphics|bibliography|index)\*?(\[[^\]\n]*\])?\{[^}]*\}`)
	texSection = lazyregexp.Lazy(`^\\(part|chapter|section|subsection|subsubsection)\*?(?:\[[^\]]*\])?\{(.+?)\}`)
	texTitle   = lazyregexp.Lazy(`^\\title(?:\[[^\]]*\])?\{(.+?)\}?$`)
	texEnv     = lazyregexp.Lazy(`^\\(begin|end)\{([A-Za-z*]+)\}`)
)

var texLevels = map[string]int{"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4}

// parseLaTeX reads what a LaTeX source says in plain words: title, sections,
// paragraphs. What stands before \begin{document} is set-up, but for the title.
func parseLaTeX(lines []string) []block {
	g := gatherer{clean: texText}
	body := true
	for _, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l), `\documentclass`) {
			body = false
			break
		}
	}
	verbatim := false
	for i, raw := range lines {
		l := strings.TrimSpace(raw)
		if env := texEnv().FindStringSubmatch(l); env != nil {
			g.flush()
			switch env[2] {
			case "document":
				body = true
			case "verbatim", "lstlisting", "tabular", "equation", "align", "figure", "table", "tikzpicture", "minted":
				verbatim = env[1] == "begin"
			}
			continue
		}
		if m := texTitle().FindStringSubmatch(l); m != nil {
			text, _ := texText(m[1])
			g.blocks = append(g.blocks, block{kind: title, text: text, first: i + 1, last: i + 1})
			continue
		}
		m := texSection().FindStringSubmatch(l)
		switch {
		case l == "" || l[0] == '%' || !body:
			g.flush()
		case verbatim:
			g.add(code, i+1, l)
		case m != nil:
			g.heading(texLevels[m[1]], i+1, i+1, m[2])
		case strings.HasPrefix(l, `\item`):
			g.flush()
			g.add(item, i+1, l)
		case len(g.pending) > 0:
			g.add(g.kind, i+1, l)
		default:
			g.add(paragraph, i+1, l)
		}
	}
	g.flush()
	return g.blocks
}

func texText(raw string) (string, bool) {
	s := texCommand().ReplaceAllString(texMarks().ReplaceAllString(raw, ""), " ")
	s = strings.NewReplacer("{", "", "}", "", "~", " ", `\&`, "&", `\%`, "%", `\_`, "_", `\\`, " ", "``", `"`, "''", `"`).Replace(s)
	s = fold(s)
	return s, letters(s, 8) < 8
}

var (
	roffFont  = lazyregexp.Lazy(`\\f(?:\[[A-Z]*\]|\([A-Z]{2}|[A-Z0-9])`)
	roffOther = strings.NewReplacer(`\-`, "-", `\&`, "", `\e`, `\`, `\(aq`, "'", `\(bu`, "•", `\(em`, "—", `\(lq`, `"`, `\(rq`, `"`, `\ `, " ", `\c`, "", `\.`, ".")
)

// parseManual reads a manual page, in the man or the mdoc macros. Its title is
// what the NAME section says.
func parseManual(lines []string) []block {
	g := gatherer{clean: roffText}
	inName, literal := false, false
	for i, raw := range lines {
		l := strings.TrimSpace(raw)
		if l == "" || strings.HasPrefix(l, `'\"`) {
			g.flush()
			continue
		}
		if l[0] != '.' && l[0] != '\'' {
			k := paragraph
			switch {
			case inName:
				k = title
			case literal:
				k = code
			}
			g.add(k, i+1, l)
			continue
		}
		macro, rest, _ := strings.Cut(l[1:], " ")
		rest = strings.Trim(strings.TrimSpace(rest), `"`)
		switch macro {
		case "SH", "Sh":
			g.heading(1, i+1, i+1, rest)
			inName = strings.EqualFold(rest, "name")
		case "SS", "Ss":
			g.heading(2, i+1, i+1, rest)
		case "Nm", "Nd":
			if inName && rest != "" {
				g.add(title, i+1, strings.TrimPrefix("- "+rest, strings.Repeat("- ", 1-min(len(g.pending), 1))))
			}
		case "B", "I", "BR", "RB", "IR", "RI", "BI", "IB", "SM":
			if rest != "" && !inName {
				g.add(paragraph, i+1, strings.ReplaceAll(rest, `"`, ""))
			}
		case "nf", "EX", "Bd":
			g.flush()
			literal = true
		case "fi", "EE", "Ed":
			g.flush()
			literal = false
		case "PP", "P", "LP", "TP", "IP", "Pp", "It", "sp", "br", "RS", "RE":
			g.flush()
		}
	}
	g.flush()
	return g.blocks
}

func roffText(raw string) (string, bool) {
	s := fold(roffOther.Replace(roffFont().ReplaceAllString(raw, "")))
	return s, letters(s, 1) == 0
}
