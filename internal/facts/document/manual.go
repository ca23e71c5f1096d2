package document

import (
	"strings"

	"luminos/internal/lazyregexp"
)

var (
	roffFont  = lazyregexp.Lazy(`\\f(?:\[[A-Z]*\]|\([A-Z]{2}|[A-Z0-9])`)
	roffOther = strings.NewReplacer(`\-`, "-", `\&`, "", `\e`, `\`, `\(aq`, "'", `\(bu`, "•", `\(em`, "—", `\(lq`, `"`, `\(rq`, `"`, `\ `, " ", `\c`, "", `\.`, ".")
)

// parseManual splits a manual page with the man or mdoc macros into blocks. Its title is the text of the section NAME.
// Lines of macros are dropped, except headings, fonts, and the name and description of mdoc.
func parseManual(lines []string) []block {
	g := gatherer{clean: roffText}
	k := paragraph
	for i, raw := range lines {
		l := strings.TrimSpace(raw)
		if l == "" || l[0] != '.' && l[0] != '\'' {
			if l == "" {
				g.flush()
			} else {
				g.add(k, i+1, l)
			}
			continue
		}
		macro, rest, _ := strings.Cut(l[1:], " ")
		rest = strings.ReplaceAll(strings.TrimSpace(rest), `"`, "")
		switch macro {
		case "SH", "Sh", "SS", "Ss":
			level := 1
			if strings.EqualFold(macro, "SS") {
				level = 2
			}
			g.heading(level, i+1, i+1, rest)
			if k = paragraph; strings.EqualFold(rest, "name") {
				k = title
			}
		case "Nm", "Nd":
			if k == title && rest != "" {
				if macro == "Nd" {
					rest = strings.Repeat("- ", min(len(g.pending), 1)) + rest
				}
				g.add(title, i+1, strings.ReplaceAll(rest, " ,", ","))
			}
		case "B", "I", "BR", "RB", "IR", "RI", "BI", "IB", "SM":
			if k == paragraph && rest != "" {
				g.add(k, i+1, rest)
			}
		case "nf", "EX", "Bd":
			g.flush()
			k = code
		case "fi", "EE", "Ed":
			g.flush()
			k = paragraph
		default:
			g.flush()
		}
	}
	g.flush()
	return g.blocks
}

// roffText returns a text without the font changes and escapes of roff, and reports whether it has no letter.
func roffText(raw string) (string, bool) {
	return plainText(roffOther.Replace(roffFont().ReplaceAllString(raw, "")))
}
