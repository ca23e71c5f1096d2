package inside

import (
	"slices"
	"strings"
	"time"

	"luminos"
	"luminos/internal/words"
)

// newest returns the day of the newest file of a scan, or "".
func newest(scan *luminos.Scan) string {
	if t := scan.SurveySignals.Newest; t != nil {
		return t.UTC().Format(time.DateOnly)
	}
	return ""
}

// certificates adds the rows about certificates and keys. A certificate is expired if its last day is before the day of
// the newest file: a report says the same on every day.
func certificates(s *sum, add func(string, ...string)) {
	expired, known := 0, 0
	next := ""
	var old []luminos.Path
	past := func(c luminos.Counted) bool { return c.Name < s.newest }
	for _, f := range s.all {
		if slices.ContainsFunc(f.Values, func(v luminos.ValueCounts) bool {
			return v.Name == "last day" && slices.ContainsFunc(v.Top, past)
		}) {
			old = append(old, f.Path)
		}
	}
	for day, n := range s.values["last day"] {
		known += n
		switch {
		case day < s.newest:
			expired += n
		case next == "" || day < next:
			next = day
		}
	}
	state := ""
	if all := int(s.numbers["certificates"]); all > 0 && s.newest != "" && known == all {
		number := "none"
		if expired > 0 {
			number = words.Count(expired)
		}
		state = number + " expired before " + s.newest
		if len(old) > 0 {
			state += " (" + named(old) + ")"
		}
		if next != "" {
			state += ", the next on " + next
		}
	}
	valid := ""
	if s.first != "" {
		valid = "valid within " + s.first + " to " + s.last
	}
	others := amounts(s.numbers, "private keys", "encrypted private keys", "authority certificates",
		"certificates not parsed", "certificate requests", "public keys", "revocation lists", "signed containers",
		"sets of parameters")
	add("Certs", amounts(s.numbers, "certificates"), state, others, valid)
	const apart = " with a private key that does not belong to the certificate beside it"
	for _, r := range listed("Unpaired", apart, unpaired(s.all)) {
		add(r.Label, r.Text)
	}
	if domains := s.top("domain", 4); domains != "" {
		add("Domains", words.Plural(len(s.values["domain"]), "domain")+" in certificates: "+strings.TrimSpace(domains))
	}
}

// unpaired returns the files with a private key of another public key than each certificate beside it whose file has the
// same name except for the extension. A file of several certificates has the digest of its first one, which can be an
// authority's: no key is compared with it.
func unpaired(files []*luminos.FileInside) (out []luminos.Path) {
	certificates := map[luminos.Path][]string{}
	name := func(f *luminos.FileInside) luminos.Path { return f.Path.Dir() + "/" + luminos.Path(stem(f.Path)) }
	for _, f := range files {
		switch n := f.Number("certificates"); {
		case n+f.Number("certificates not parsed") > 1:
			certificates[name(f)] = append(certificates[name(f)], "")
		case n == 1:
			certificates[name(f)] = append(certificates[name(f)], f.Property(luminos.PublicKeyDigest))
		}
	}
	for _, f := range files {
		key, of := f.Property(luminos.PublicKeyDigest), certificates[name(f)]
		alone := f.Number("private keys") == 1 && f.Number("certificates") == 0
		if alone && key != "" && len(of) > 0 && !slices.Contains(of, key) && !slices.Contains(of, "") {
			out = append(out, f.Path)
		}
	}
	return out
}
