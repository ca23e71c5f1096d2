package inside

import (
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
)

// kindOfText is the property with the kind of a document by its words. The only kind is invoice.
const (
	kindOfText = "kind of text"
	invoice    = "invoice"
)

// An invoice has one of the names at the beginning of a line near its start, or in a short title, and some of the
// words: many texts mention an invoice.
var (
	invoiceNames = []string{
		"invoice", "tax invoice", "tax invoices", "vat invoice", "sales invoice", "proforma invoice", "your invoice",
		"factuur", "rechnung", "facture", "votre facture", "factura", "fattura", "faktura", "fatura", "lasku",
	}
	invoiceWords = strings.Fields("total subtotal vat tax due amount price btw totaal bedrag mwst ust summe betrag " +
		"gesamtbetrag netto tva montant prix ttc ht iva importe importo totale moms eur usd gbp € $ £")
)

// Bounds of the text in which a kind is looked for: the first page or two.
const (
	kindLines  = 40
	kindBytes  = 6000
	namedLeast = 3 // of invoiceWords
	titleWords = 5 // in the title of an invoice
)

// isInvoice reports whether a document is an invoice by its words.
func isInvoice(x *luminos.Extraction) bool {
	text := ""
	for _, p := range x.Parts[:min(len(x.Parts), 2)] {
		text += p.Text[:min(len(p.Text), kindBytes)] + "\n"
	}
	text = strings.ToLower(text[:min(len(text), kindBytes)])
	found := wordsIn(text)
	n := 0
	for _, w := range invoiceWords {
		if found[w] {
			n++
		}
	}
	title := wordsIn(strings.ToLower(x.Property("title")))
	titled := len(title) <= titleWords && slices.ContainsFunc(invoiceNames, func(s string) bool {
		return title[s] || title[s+"s"]
	})
	return n >= namedLeast && (titled || namesInvoice(text))
}

// fullDate matches a day with its year: "19-04-2014", "2014-04-19", "7. Mai 2014", "August 3 , 2014".
var fullDate = lazyregexp.Lazy(`(?i)\b(?:\d{1,2}[-./]\d{1,2}[-./](` + year + `)|` +
	`(` + year + `)[-./]\d{1,2}[-./]\d{1,2}|` +
	`\d{1,2}\.? (?:de )?` + monthName + `,? (?:de )?(` + year + `)|` + monthName + ` \d{1,2} ?,? (` + year + `))\b`)

// year and monthName match a year, and the names of the months by their beginnings in the languages of invoiceNames.
const (
	year      = `(?:19|20)\d\d`
	monthName = `(?:jan|feb|f[eé]v|mar|m[aä]r|maa|apr|avr|abr|mai|may|maj|mei|mag|jun|jui|giu|jul|lug|aug|ao[uû]|ago|` +
		`sep|set|oct|okt|ott|out|nov|dec|d[eé]c|dez|dic)[a-zé]*\.?`
)

// invoiceYear returns the only year of the days near the start of an invoice, or "".
func invoiceYear(x *luminos.Extraction) string {
	var years []string
	for _, p := range x.Parts[:min(len(x.Parts), 1)] {
		for _, m := range fullDate().FindAllStringSubmatch(p.Text[:min(len(p.Text), kindBytes)], 100) {
			years = append(years, strings.Join(m[1:], ""))
		}
	}
	slices.Sort(years)
	return only(slices.Compact(years))
}

// wordsIn returns the words and the signs of currencies in a text.
func wordsIn(text string) map[string]bool {
	found := map[string]bool{}
	other := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Sc, r) }
	for w := range strings.FieldsFuncSeq(text, other) {
		found[w] = true
	}
	return found
}

// calculations are German words for calculations, which end as the word for an invoice does.
var calculations = []string{"berechnung", "abrechnung", "umrechnung", "verrechnung", "hochrechnung"}

// compound reports whether a line begins with a German compound of the word for an invoice: "Handelsrechnung Nr. 4".
func compound(line string) bool {
	word := line
	if i := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsLetter(r) }); i >= 0 {
		word = line[:i]
	}
	return strings.HasSuffix(word, "rechnung") && !slices.ContainsFunc(calculations, func(end string) bool {
		return strings.HasSuffix(word, end)
	})
}

// namesInvoice reports whether one of the first lines of a text begins with a word for an invoice.
func namesInvoice(text string) bool {
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimLeftFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
		if line == "" {
			continue
		}
		if n++; n > kindLines {
			return false
		}
		if compound(line) {
			return true
		}
		for _, b := range invoiceNames {
			rest, ok := strings.CutPrefix(line, b)
			if ok && (rest == "" || !unicode.IsLetter([]rune(rest)[0])) {
				return true
			}
		}
	}
	return false
}
