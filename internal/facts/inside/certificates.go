package inside

import (
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
		state = words.Count(expired) + " expired before " + s.newest
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
	if domains := s.top("domain", 4); domains != "" {
		add("Domains", words.Plural(len(s.values["domain"]), "domain")+" in certificates: "+strings.TrimSpace(domains))
	}
}
