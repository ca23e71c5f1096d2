package redact

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luminos"
)

// knownMisses are the kinds of testdata/kinds.txt and testdata/own.txt of which some file is not masked whole. Kinds of prose are reported apart.
var knownMisses = strings.Fields("csharp-code fallback-shell holder-word-inside java-getconnection ppp-ipsec test-fixture " +
	"own-cobol own-consul own-digest-auth own-env-odd own-ftp-script own-httpie own-js-misc own-nickserv own-open5gs own-openwrt " +
	"own-rst-table own-svn-simple own-teradata own-tsql-openrowset own-yaml-docs")

var (
	kindHead    = regexp.MustCompile(`(?m)^-- ([\w.-]+) \| ([^|\n]+?)(?: \| ([\w,-]+))? --\n`)
	placeMarker = regexp.MustCompile(`\{\{(?:(\()|(\))|(pub:)?([a-zA-Z]\w*)(?::([^{}@]*))?(?:@(\w+))?)\}\}`)
)

// TestKinds expands the templates of testdata/kinds.txt, which the author wrote without this package, and of
// testdata/own.txt with values from a seed, and counts the files without a leak of a secret or of five characters of one.
func TestKinds(t *testing.T) {
	var text []byte
	for _, name := range []string{"testdata/kinds.txt", "testdata/own.txt"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text = append(append(text, b...), '\n')
	}
	heads := kindHead.FindAllStringSubmatchIndex(string(text), -1)
	whole, files, prose, proseFiles := 0, 0, 0, 0
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		kind, path := string(text[h[2]:h[3]]), luminos.Path(text[h[4]:h[5]])
		for seed := range uint64(3) {
			body, secrets := expandKind(rand.New(rand.NewPCG(seed, uint64(i))), strings.TrimRight(string(text[h[1]:end]), "\n")+"\n")
			leak := leaked(source{}.hide(path, body), body, secrets)
			if strings.HasPrefix(kind, "prose-") {
				proseFiles++
				if leak == "" {
					prose++
				}
				continue
			}
			files++
			if leak == "" {
				whole++
			} else if !slices.Contains(knownMisses, kind) {
				t.Errorf("%s: %q is not masked in\n%s", kind, leak, body)
			}
		}
	}
	t.Logf("%d of %d files without a leak (%.3f), and %d of %d of prose", whole, files, float64(whole)/float64(files), prose, proseFiles)
	if whole*100 < files*95 {
		t.Errorf("%d of %d files without a leak", whole, files)
	}
}

// TestCleanTextsStayAsTheyAre reads testdata/clean.txt, by the same author: texts without a secret that look like one.
func TestCleanTextsStayAsTheyAre(t *testing.T) {
	text, err := os.ReadFile("testdata/clean.txt")
	if err != nil {
		t.Fatal(err)
	}
	for part := range strings.SplitSeq(string(text), "\n-- ") {
		if got, found := Text(part); got != part {
			t.Errorf("%v in\n%s", found, got)
		}
	}
}

// leaked returns a secret, or five characters of one, that the masked text shows and the rest of the text does not.
func leaked(masked, body string, secrets []string) string {
	rest := body
	slices.SortFunc(secrets, func(a, b string) int { return len(b) - len(a) })
	for _, s := range secrets {
		rest = strings.ReplaceAll(rest, s, "\x00")
	}
	for _, s := range secrets {
		for i := 0; i+min(5, len(s)) <= len(s); i++ {
			if part := s[i : i+min(5, len(s))]; strings.Contains(masked, part) && !strings.Contains(rest, part) {
				return s
			}
		}
	}
	return ""
}

// expandKind returns the template with random values and the secrets among them.
func expandKind(r *rand.Rand, text string) (body string, secrets []string) {
	var b strings.Builder
	memo := map[string]string{}
	group, at, last := -1, 0, -1
	for _, m := range placeMarker.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(text[at:m[0]])
		at = m[1]
		part := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return text[m[2*n]:m[2*n+1]]
		}
		switch {
		case part(1) != "":
			group = b.Len()
			continue
		case part(2) != "":
			secrets = append(secrets, b.String()[group:])
			group = -1
			continue
		}
		v, ok := memo[part(6)]
		if name := part(4); name == "lit" {
			v = part(5)
			if part(6) != "" {
				v += "@" + part(6)
			}
		} else if !ok || part(6) == "" {
			v = randomValue(r, name, part(5))
			memo[part(6)] = v
		}
		b.WriteString(v)
		if group >= 0 || part(4) == "lit" || part(3) != "" {
			continue
		}
		if v = strings.TrimRight(v, "="); last == m[0] {
			secrets[len(secrets)-1] += v
		} else {
			secrets = append(secrets, v)
		}
		last = m[1]
	}
	b.WriteString(text[at:])
	return b.String(), secrets
}

var kindWords = strings.Fields("gelbe Hunde laufen velvet harpoon tundra wombat trombone kestrel Laterne marzipan quokka saffron gazebo thimble plankton zeppelin walnuss blizzard caribou dynamo eggplant falafel gondola hydrant iguana juniper kumquat lagoon mahogany")

var seedWords = strings.Fields("abandon absorb academy acoustic address advance airport almost anchor announce antenna arctic artwork asthma auction autumn avocado balance bamboo banner barrel basket beauty believe bicycle blanket blossom bracket brother bubble buddy bullet butter cactus camera canyon captain carbon caught celery")

// randomValue returns a value of the sort that a placeholder names, such as "alnum" with the argument 20.
func randomValue(r *rand.Rand, name, arg string) string {
	n, err := strconv.Atoi(arg)
	if err != nil {
		n = map[string]int{"pw": 10, "base64": 24, "b64digits": 18}[name]
		if n == 0 {
			n = 16
		}
	}
	if alphabet := kindAlphabets[name]; alphabet != "" {
		return draw(r, alphabet, n)
	}
	word := func(list []string) string { return list[r.IntN(len(list))] }
	switch name {
	case "base64", "base64pad0", "base64pad1", "base64pad2":
		for name != "base64" && n%3 != map[byte]int{'0': 0, '1': 2, '2': 1}[name[len(name)-1]] {
			n++
		}
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return base64.StdEncoding.EncodeToString(b)
	case "b64pw":
		return encode(draw(r, mix+"!@#-_", n))
	case "b64digits":
		return strings.TrimRight(encode(draw(r, "123456789", n)), "=")
	case "basic":
		return encode(arg + ":" + draw(r, mix, 14))
	case "jwtpayload":
		return encodeURL(fmt.Sprintf(`{"sub":"%s","name":"J. Doe","iat":17%s}`, draw(r, num, 8), draw(r, num, 8)))
	case "pw":
		return humanPassword(r, n)
	case "strong":
		return draw(r, low+up, 1) + draw(r, mix+"!@#%^*-_=+.:?~", n-2) + draw(r, low+num, 1)
	case "uuid":
		return draw(r, hexLow, 8) + "-" + draw(r, hexLow, 4) + "-4" + draw(r, hexLow, 3) + "-a" + draw(r, hexLow, 3) + "-" + draw(r, hexLow, 12)
	case "bip39":
		return word(seedWords)
	}
	return word(kindWords)
}

var kindAlphabets = map[string]string{
	"lower": low, "upper": up, "digits": "123456789", "hex": hexLow, "HEX": "0123456789ABCDEF", "alnum": mix, "lownum": low + num, "uppernum": up + num, "base32": up + "234567",
	"b64url": mix, "bech32": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", "base58": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
}

// draw returns n characters of the alphabet, with each sort of them that the alphabet has if there is room.
func draw(r *rand.Rand, alphabet string, n int) string {
	for {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
		s := string(b)
		lacks := func(sort string) bool { return strings.ContainsAny(alphabet, sort) && !strings.ContainsAny(s, sort) }
		if n < 6 || !lacks(num) && !lacks(low) && !lacks(up) && !lacks("!@#") {
			return s
		}
	}
}

// humanPassword returns a password of syllables, digits and a sign.
func humanPassword(r *rand.Rand, n int) string {
	digits := 4
	if n < 10 {
		digits = 2
	}
	tail := draw(r, num, digits)
	switch sign := []string{"!", "-", "_", ".", ""}[r.IntN(5)]; sign {
	case "!", "":
		tail += sign
	default:
		tail = sign + tail
	}
	var b strings.Builder
	for i := range max(3, n-len(tail)) {
		b.WriteString(draw(r, []string{"bcdfghjklmnprstvwz", "aeiou"}[i%2], 1))
	}
	s := b.String()
	return strings.ToUpper(s[:1]) + s[1:] + tail
}
