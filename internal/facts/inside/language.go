package inside

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"luminos"
)

// The language of a text is found by its most frequent small words, which a text of any subject has. A text in letters
// of one language only, such as Korean, needs no words. Texts that are short, mixed or in another language are left
// out.

// smallWords are frequent words of languages, mostly ones that the others do not have.
var smallWords = map[string]string{
	"English": "the of and to in is that for it with as was on are by this be from or which not have an " +
		"at but you can will",
	"German": "der die und das ist nicht ein eine den von mit zu sich auf für dem im wird auch werden " +
		"oder sind bei als des einer eines wenn nur kann durch sie",
	"French": "le la les de des et est une un du en que qui dans pour pas au sur par ce cette il sont " +
		"avec plus ou aux être vous si ne se à leur son aussi",
	"Spanish": "el la los las de y en que una un es se por para con no del lo como su al más este esta " +
		"si son pero o está",
	"Italian": "il la di che e è per un una non del della in sono con si da le dei gli nel come più " +
		"anche questo alla delle o se viene può essere",
	"Portuguese": "o a os as de e do da em um uma que não para com por se no na é dos das como mais ao ou " +
		"ser são seu você esta este pelo está",
	"Dutch": "de het een en van is dat niet op te met voor zijn die in aan er door worden wordt als " +
		"bij ook deze of kan naar geen dit u om",
	"Swedish": "och att det är en som på för av den med till inte om ett kan de har från eller ska när " +
		"du vid detta används",
	"Danish": "og at er det en som på for af den med til ikke et kan de har fra eller skal når du ved " +
		"dette der hvis bruges efter være blev",
	"Norwegian": "og at er det en som på for av den med til ikke et kan de har fra eller skal når du ved " +
		"dette hvis brukes etter være ble blir",
	"Finnish": "ja on ei se että ovat jos tai kun myös joka voi niin mutta kuin sen tämä tämän ole oli " +
		"hän voidaan jotka",
	"Polish": "i w na nie jest się z do że to jak dla są lub przez od po jeśli może tego oraz który " +
		"która które być tylko a o",
	"Czech": "a je v na se že pro s z to není jako nebo které který pokud do by jsou jen být o při " +
		"této za k může",
	"Hungarian": "a az és nem egy is hogy ha van vagy meg ez csak mint azt ezt lehet már de el kell lesz " +
		"fel minden amely után",
	"Romanian": "și în de la este un o nu pe care cu să se din pentru sau dacă sunt fi mai ca prin acest " +
		"această poate al ale este",
	"Turkish": "ve bir bu için ile da de olarak daha çok gibi olan kadar değil ne her var veya ancak " +
		"sonra eğer ise tarafından",
	"Catalan": "el la els les de i en que una un és per amb no del al més aquest aquesta són o com si " +
		"dels pel això ser",
	"Indonesian": "yang dan di ini untuk dengan dari tidak pada adalah dalam akan ke atau itu juga oleh " +
		"sebagai dapat telah bisa",
	"Russian": "и в не на что с по это как для из к от или если то при будет может его а быть также " +
		"только",
	"Ukrainian": "і в не на що з для та до це як або від якщо за бути може його є також буде цього та й",
	"Serbian":   "и у је да се на за не од са су као или који која које ако из може би што овај је",
	"Macedonian": "и во на да се за не од со е што како или ако може ја го ги оваа овој ќе по при дека тоа " +
		"која",
	"Bulgarian": "и в на да се за не от с е като или ако може са по при тази този което който това ще към " +
		"до са си",
	"Greek": "και το να του της η την για με από που είναι δεν θα στο τα οι ένα σε τον ή αν",
}

// languageOfName returns the language that the name of a file states by its code, or "".
func languageOfName(f *luminos.FileInside) string {
	code, _, _ := strings.Cut(f.Property("language"), "-")
	base, err := language.ParseBase(code)
	if err != nil {
		return ""
	}
	return display.English.Languages().Name(base)
}

// byWord holds the languages of each small word.
var byWord = func() map[string][]string {
	words := map[string][]string{}
	for language, list := range smallWords {
		seen := map[string]bool{}
		for w := range strings.FieldsSeq(list) {
			if !seen[w] {
				seen[w] = true
				words[w] = append(words[w], language)
			}
		}
	}
	return words
}()

// Bounds of the decision, set with pages of manuals in 20 languages.
const (
	wordsLeast   = 40     // of a text with a language
	languageRead = 32_000 // bytes
	hitsLeast    = 10     // percent of the words that are small words of the language
	// differentLeast is the number of different small words: one that is repeated can be another word, or the rest of one
	// whose letters cannot be read.
	differentLeast = 3
	ownLeast       = 5  // small words that another language does not have
	ownAhead       = 3  // times the number of such words of the other language
	accentsMost    = 3  // percent of the words of an English text that have letters beyond ASCII
	scriptLeast    = 60 // letters of a script
)

// languageOf returns the language of a text, "English", or "" if it is not clear.
func languageOf(text string) string {
	text = text[:min(len(text), languageRead)]
	if l := byScript(text); l != "" {
		return l
	}
	letter := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }
	words := strings.FieldsFunc(strings.ToLower(text), letter)
	hits, accents, different := map[string]int{}, 0, map[string]map[string]bool{}
	for _, w := range words {
		if len(w) > 1 { // the letters of ASCII alone are names in formulas and code
			for _, language := range byWord[w] {
				hits[language]++
				if different[language] == nil {
					different[language] = map[string]bool{}
				}
				different[language][w] = true
			}
		}
		if strings.IndexFunc(w, func(r rune) bool { return r >= 0x80 }) >= 0 {
			accents++
		}
	}
	best := ""
	for language, n := range hits {
		if n > hits[best] || n == hits[best] && language < best {
			best = language
		}
	}
	if len(words) < wordsLeast || len(different[best]) < differentLeast || hits[best]*100 < len(words)*hitsLeast ||
		best == "English" && accents*100 > len(words)*accentsMost {
		return ""
	}
	for other, n := range hits {
		if other != best && n*2 > hits[best] && !ahead(words, best, other) {
			return ""
		}
	}
	return best
}

// ahead reports whether words are rather of the language a than of b, by the small words that only one of them has.
func ahead(words []string, a, b string) bool {
	ofA, ofB := 0, 0
	for _, w := range words {
		switch in := byWord[w]; {
		case slices.Contains(in, a) && !slices.Contains(in, b):
			ofA++
		case slices.Contains(in, b) && !slices.Contains(in, a):
			ofB++
		}
	}
	return ofA >= ownLeast && ofA >= ownAhead*ofB
}

// byScript returns the language of a text of which a third of the letters are in a script of one language.
func byScript(text string) string {
	letters := 0
	counts := map[string]int{}
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		if r < 0x590 { // Latin, Greek, Cyrillic, Armenian
			continue
		}
		for _, s := range scripts {
			if unicode.Is(s.table, r) {
				counts[s.language]++
				break
			}
		}
	}
	// A Japanese text has Chinese characters, too; a Chinese one has no kana.
	if kana := counts["Japanese"]; kana >= scriptLeast/2 && kana*20 > letters {
		counts["Japanese"] += counts["Chinese"]
		counts["Chinese"] = 0
	}
	for _, s := range scripts {
		if n := counts[s.language]; n >= scriptLeast && n*3 > letters {
			return s.language
		}
	}
	return ""
}

// scripts are the scripts of one language each, or nearly so.
var scripts = []struct {
	language string
	table    *unicode.RangeTable
}{
	{"Japanese", unicode.Hiragana}, {"Japanese", unicode.Katakana}, {"Chinese", unicode.Han}, {"Korean", unicode.Hangul},
	{"Hebrew", unicode.Hebrew}, {"Thai", unicode.Thai}, {"Georgian", unicode.Georgian}, {"Tamil", unicode.Tamil},
}
