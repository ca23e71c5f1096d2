package inside

import (
	"strings"
	"unicode"

	"luminos"
)

// kindOfText is the property with the kind of a document by its words.
const kindOfText = "kind of text"

// kinds are the kinds of documents by words: how a line near the start of the text begins, and words that a
// document of the kind has later. Both are needed, since many texts mention an invoice.
var kinds = []struct {
	name   string
	begins []string // of a line
	with   []string // words
	least  int      // number of different words of with
}{
	{"invoice", []string{
		"invoice", "tax invoice", "vat invoice", "sales invoice", "proforma invoice", "your invoice", "factuur", "rechnung",
		"facture", "votre facture", "factura", "fattura", "faktura", "fatura", "lasku",
	}, []string{
		"total", "subtotal", "vat", "tax", "due", "amount", "price", "btw", "totaal", "bedrag", "mwst", "ust", "summe",
		"betrag", "gesamtbetrag", "netto", "tva", "montant", "prix", "ttc", "ht", "iva", "importe", "importo", "totale",
		"moms", "eur", "usd", "gbp", "€", "$", "£",
	}, 3},
	{"agenda", []string{"agenda", "meeting agenda", "tagesordnung", "ordre du jour", "orden del día", "ordine del giorno"},
		[]string{"meeting", "minutes", "approval", "adjournment", "item", "items", "board", "sitzung", "genehmigung",
			"séance", "approbation", "vergadering", "notulen", "reunión"}, 2},
	{"meeting record", []string{"minutes of", "meeting minutes", "procès-verbal", "proces-verbal", "sitzungsprotokoll",
		"notulen", "verbale di", "acta de"}, []string{"present", "attended", "absent", "meeting", "agenda", "motion",
		"présents", "présent", "absents", "séance", "conseil", "anwesend", "sitzung",
		"aanwezig", "vergadering", "presenti"}, 2},
}

// Bounds of the text in which a kind is looked for: the first page or two.
const (
	kindLines = 40
	kindBytes = 6000
)

// kindOf returns the kind of a document by its words, "invoice", or "" if it is not clear.
func kindOf(x *luminos.Extraction) string {
	if len(x.Parts) == 0 {
		return ""
	}
	text := ""
	for _, p := range x.Parts[:min(len(x.Parts), 2)] {
		text += p.Text[:min(len(p.Text), kindBytes)] + "\n"
	}
	text = strings.ToLower(text[:min(len(text), kindBytes)])
	found := map[string]bool{}
	other := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Sc, r) }
	for w := range strings.FieldsFuncSeq(text, other) {
		found[w] = true
	}
	for i := range kinds {
		k := &kinds[i]
		n := 0
		for _, w := range k.with {
			if found[w] {
				n++
			}
		}
		if n >= k.least && beginsLine(text, k.begins) {
			return k.name
		}
	}
	return ""
}

// beginsLine reports whether one of the first lines of a text begins with one of the words.
func beginsLine(text string, begins []string) bool {
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimLeftFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
		if line == "" {
			continue
		}
		if n++; n > kindLines {
			return false
		}
		for _, b := range begins {
			rest, ok := strings.CutPrefix(line, b)
			if ok && (rest == "" || !unicode.IsLetter([]rune(rest)[0])) {
				return true
			}
		}
	}
	return false
}
