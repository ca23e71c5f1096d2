package scan

import "sync"

// interner numbers strings that repeat: languages, MIME types, categories.
// Number 0 is the empty string.
type interner struct {
	mu      sync.RWMutex
	numbers map[string]uint16
	names   []string
}

func newInterner() *interner {
	return &interner{numbers: map[string]uint16{"": 0}, names: []string{""}}
}

// number returns the number under which a string is kept; a new string gets a new number.
// After 65,535 strings, more than there are languages and types, new strings become "".
func (in *interner) number(s string) uint16 {
	in.mu.RLock()
	n, ok := in.numbers[s]
	in.mu.RUnlock()
	if ok {
		return n
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if n, ok := in.numbers[s]; ok {
		return n
	}
	if len(in.names) > 65_535 {
		return 0
	}
	n = uint16(len(in.names))
	in.numbers[s] = n
	in.names = append(in.names, s)
	return n
}

// name returns the string with the number n. It must not be called while another goroutine calls number.
func (in *interner) name(n uint16) string { return in.names[n] }
