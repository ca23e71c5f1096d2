package redact

import "strings"

const (
	fewBytes = 16   // the least number of bytes of a key
	maxHole  = 48   // characters between the name of an array and its numbers
	maxArray = 8192 // characters of the numbers of an array
)

// bytes masks the numbers of an array of bytes that is the value of a name of class c and begins near i, as in
// key[16] = {0x2b, 0x7e, …}. The numbers of each line become one mask. It reports whether there is such an array, and
// sets beyond to the end of the numbers, if there are any.
func (p *pass) bytes(c class, i int, beyond *int) bool {
	s := p.s
	for hole := min(len(s), i+maxHole); i < hole && !digits[s[i]]; {
		i += len(cutAt(s[i:hole], "{[(\r\n;\"'"))
		if i == hole || strings.IndexByte("{[(\"'", s[i]) < 0 {
			return false
		}
		i = skipSpace(s, i+1)
	}
	if c == classPin || i >= len(s) || !digits[s[i]] {
		return false
	}
	var lines []span
	end, n, different := min(len(s), i+maxArray), 0, map[string]bool{}
	for i < end && digits[s[i]] {
		k := run(s, i, arraySet, 6)
		if different[s[i:k]] = true; n == 0 || strings.ContainsAny(s[lines[len(lines)-1].end:i], "\r\n") {
			lines = append(lines, span{piece: piece{i, k}, kind: c.kind(), weak: true, more: n > 0})
		}
		lines[len(lines)-1].end = k
		n++
		if i = skipSpace(s, k); i < end && s[i] == ',' {
			i = skipSpace(s, i+1)
		} else if i == k {
			break
		}
	}
	p.looked += maxHole + i - lines[0].start
	*beyond = i
	if n < fewBytes || len(different)*2 <= min(n, 64) || i >= len(s) || strings.IndexByte("}])\"'", s[i]) < 0 {
		return false
	}
	p.spans = append(p.spans, lines...)
	return true
}

// arraySet are the bytes of a number in an array.
var arraySet = newSet("0-9a-fA-FxXuU")

// wif masks private keys of Bitcoin in the wallet import format: 51 or 52 characters of base58 that begin with 5, K or
// L (https://en.bitcoin.it/wiki/Wallet_import_format). It looks at every 51st byte, one of which is in each such key.
func (f *finder) wif() {
	s := f.s
	for i := 50; i < len(s); i += 51 {
		after := i+25 < len(s) && base58[s[i+8]] && base58[s[i+16]] && base58[s[i+25]]
		if !base58[s[i]] || !after && !(base58[s[i-8]] && base58[s[i-16]] && base58[s[i-25]]) {
			continue
		}
		from, to := f.back(i, base58, 53), run(s, i, base58, 53)
		v := s[from:to]
		if len(v) == 51 && v[0] == '5' || len(v) == 52 && (v[0] == 'K' || v[0] == 'L') {
			if boundary(s, from) && (from == 0 || !base64any[s[from-1]]) && (to == len(s) || !base64any[s[to]]) && threeSorts(v) && entropy(v) > 4.3 {
				f.add(from, to, "bitcoin-key")
			}
		}
	}
}

var base58 = newSet("1-9A-HJ-NP-Za-km-z")
