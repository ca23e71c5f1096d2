package evidence

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"luminos"
)

var (
	// quotedTerm matches a text in quotation marks or backquotes.
	quotedTerm = regexp.MustCompile("“([^“”]{1,80})”|\"([^\"]{1,80})\"|`([^`]{1,80})`")
	wordTerm   = regexp.MustCompile(`--[A-Za-z][\w-]*|[\p{L}_][\p{L}\d_]*(?:\.\d[\w.]*)?`)
	numberTerm = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
)

// termsMost is the maximal number of terms of one statement that are looked for.
const termsMost = 20

// terms returns the parts of a statement that its lines have to contain: texts in quotation marks, names written as in
// programs, and numbers.
func terms(statement string) (texts, numbers []string) {
	rest := quotedTerm.ReplaceAllStringFunc(statement, func(m string) string {
		texts = append(texts, strings.TrimSuffix(luminos.Fold(strings.Trim(m, "“”\"`")), "()"))
		return " "
	})
	for _, w := range wordTerm.FindAllString(rest, -1) {
		if strings.HasPrefix(w, "--") || programName(w) {
			texts = append(texts, w)
		}
	}
	numbers = numbersIn(wordTerm.ReplaceAllString(rest, " "))
	slices.Sort(texts)
	texts = slices.Compact(texts)
	return texts[:min(len(texts), termsMost)], numbers[:min(len(numbers), termsMost)]
}

// programName reports whether a word is written like a name in a program: with an underscore inside, or with a capital
// letter after a small one.
func programName(w string) bool {
	small := false
	for _, r := range w {
		if small && unicode.IsUpper(r) {
			return true
		}
		small = unicode.IsLower(r)
	}
	return strings.Contains(strings.Trim(w, "_"), "_")
}

// numbersIn returns the numbers in a text, sorted, without separators of thousands and zeros at the ends.
func numbersIn(text string) []string {
	list := numberTerm.FindAllString(text, -1)
	for i, n := range list {
		list[i] = strings.TrimLeft(strings.ReplaceAll(n, ",", ""), "0")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// lacks returns the terms of a statement that occur neither in a text nor among the given numbers.
func lacks(statement, text string, known []string) (missing []string) {
	texts, numbers := terms(statement)
	if len(texts)+len(numbers) == 0 {
		return nil
	}
	text = strings.ToLower(luminos.Fold(text))
	for _, t := range texts {
		if t != "" && !strings.Contains(text, strings.ToLower(t)) {
			missing = append(missing, t)
		}
	}
	there := append(numbersIn(text), known...)
	for _, n := range numbers {
		if n != "" && !slices.Contains(there, n) {
			missing = append(missing, n)
		}
	}
	return missing
}
