package paper

import (
	"strings"

	"luminos"
)

// Bounds on texts without markup.
const (
	plainMost  = 4000 // bytes of one text
	expandMost = 4    // macros within macros
	// plainWork is the number of steps for the texts of one paper: macros of macros could take forever without a result.
	plainWork = 2 << 20
)

// dropped are commands whose argument is no part of the text around them.
var dropped = wordSet(`thanks footnote footnotetext label vspace hspace includegraphics inst altaffilmark altaffiltext
	color vskip hskip input bibliography begin end affiliation email orcid ref eqref autoref cref pageref fontsize
	IEEEauthorrefmark institute corref fnref tnoteref titlenote subtitlenote authornote rule raisebox todo`)

// symbols are the texts of commands.
var symbols = map[string]string{
	"LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø",
	"O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "ldots": "…", "dots": "…", "alpha": "α", "beta": "β",
	"gamma": "γ", "delta": "δ", "epsilon": "ε", "lambda": "λ", "Lambda": "Λ", "mu": "μ", "sigma": "σ", "pi": "π",
	"Omega": "Ω", "odot": "☉", "times": "×", "sim": "~", "textasciitilde": "~", "pm": "±", "and": ",", "textendash": "–",
	"textemdash": "—", "textregistered": "®", "texttrademark": "™", "copyright": "©", "infty": "∞", "rightarrow": "→",
}

// accents are the letters with each accent, in pairs: the plain letter and the letter with the accent.
var accents = map[string]string{
	"'": "aáeéiíoóuúyýAÁEÉIÍOÓUÚYÝcćnńsśzźCĆNŃSŚZŹıí", "`": "aàeèiìoòuùAÀEÈIÌOÒUÙıì", "^": "aâeêiîoôuûAÂEÊIÎOÔUÛıî",
	`"`: "aäeëiïoöuüyÿAÄEËIÏOÖUÜıï", "~": "aãnñoõAÃNÑOÕ", "c": "cçsşCÇSŞ", "v": "cčeěrřsšzžnňCČEĚRŘSŠZŽ", "r": "aåuůAÅUŮ",
	"=": "aāeēiīoōuū", ".": "zżeėZŻEĖ", "u": "aăgğAĂGĞ", "H": "oőuűOŐUŰ", "k": "aąeęAĄEĘ",
}

// wordSet returns the set of the words of a text.
func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}

// plain returns a text of LaTeX without markup, on one line. It puts the texts of macros without arguments in. It takes
// at most left steps, which it subtracts.
func plain(tex string, macros map[string]string, left *int) string {
	c := cleaner{macros: macros, left: *left}
	c.write(tex, 0)
	*left = c.left
	text := strings.NewReplacer("---", "—", "--", "–", "``", "“", "''", "”").Replace(c.out.String())
	text = luminos.Fold(text)
	return strings.NewReplacer(" ,", ",", " .", ".", " :", ":", "( ", "(", " )", ")").Replace(text)
}

// cleaner writes the text of LaTeX.
type cleaner struct {
	macros map[string]string
	left   int // steps
	out    strings.Builder
}

// write writes the text of tex, which is the text of a macro if depth is not 0.
func (c *cleaner) write(tex string, depth int) {
	for i := 0; i < len(tex) && c.out.Len() < plainMost && c.left > 0; {
		c.left--
		switch ch := tex[i]; ch {
		case '\\':
			i = c.command(tex, i+1, depth)
			continue
		case '{', '}', '$':
		case '~', '&':
			c.out.WriteByte(' ')
		default:
			c.out.WriteByte(ch)
		}
		i++
	}
}

// command writes the text of the command whose name is at i, and returns the place after it.
func (c *cleaner) command(tex string, i, depth int) int {
	name := nameAt(tex, i)
	end := i + len(name)
	if name == "" {
		return end
	}
	if letters, ok := accents[name]; ok {
		if next, ok := c.accent(tex, end, letters, isLetter(name[0])); ok {
			return next
		}
	}
	body, isMacro := c.macros[name]
	switch {
	case isMacro && depth < expandMost:
		c.write(body, depth+1)
		return afterName(tex, end)
	case symbols[name] != "":
		c.out.WriteString(symbols[name])
		return afterName(tex, end)
	case dropped[name] || isCite(name):
		if _, after, ok := braced(tex, starred(tex, end)); ok {
			return after
		}
	case name == "href" || name == "texorpdfstring" || name == "textcolor":
		if _, after, ok := braced(tex, end); ok {
			return after
		}
	case strings.ContainsAny(name, `&%_#${}`):
		c.out.WriteString(name)
	case !isLetter(name[0]) || name == "newline" || name == "linebreak":
		c.out.WriteByte(' ') // a line break or a space
		if _, after, ok := group(tex, starred(tex, end), '[', ']'); ok && name == `\` {
			return after
		}
		return starred(tex, end)
	default: // the text of an unknown command is its argument
		if _, after, ok := group(tex, end, '[', ']'); ok {
			return after
		}
		return afterName(tex, end)
	}
	return end
}

// accent writes the letter at i, alone or in braces, with an accent. It returns false if there is no such letter. The
// name of the accent ends in a letter if space can follow.
func (c *cleaner) accent(tex string, i int, letters string, space bool) (int, bool) {
	j := i
	if space {
		j = skipSpace(tex, i)
	}
	inner, end, ok := group(tex, j, '{', '}')
	if !ok {
		if space && j == i || j >= len(tex) {
			return i, false
		}
		inner, end = tex[j:j+1], j+1
		if inner == `\` { // \'\i
			inner = nameAt(tex, j+1)
			end = skipSpace(tex, j+1+len(inner))
		}
	}
	inner = strings.TrimPrefix(inner, `\`)
	pairs := []rune(letters)
	for k := 0; k+1 < len(pairs); k += 2 {
		if inner == string(pairs[k]) || inner == "i" && pairs[k] == 'ı' {
			c.out.WriteRune(pairs[k+1])
			return end, true
		}
	}
	c.out.WriteString(inner)
	return end, true
}

// afterName returns the place after a name that ends at i: TeX skips white space there, but keeps it before "{".
func afterName(tex string, i int) int {
	if strings.HasPrefix(tex[i:], "{}") {
		return i + 2
	}
	if j := skipSpace(tex, i); j > i && j < len(tex) && (tex[j] == '{' || tex[j] == '\\') {
		return j
	} else if j > i {
		return j - 1 // authors of titles write "\LaTeX is" and mean the space
	}
	return i
}

// starred returns the place after a star at i.
func starred(s string, i int) int {
	if i < len(s) && s[i] == '*' {
		return i + 1
	}
	return i
}
