package store

import (
	"errors"
	"fmt"
	"path"
	"sync"

	"luminos"
)

const (
	extractionsDir = "extractions"
	// extractionMax bounds one stored extraction: a text of 8 MiB, escaped.
	extractionMax = 16 << 20
	// extractionsMost bounds the extractions of an investigation, in bytes. 10,000 mixed documents take about 50 MiB.
	// More are not stored, and the next run makes them again.
	extractionsMost = 256 << 20
)

// StoredExtraction is the extraction of a file under a key, a digest of everything that it depends on. It is nil if no
// reader reads the file.
type StoredExtraction struct {
	Key        string              `json:"key"`
	Extraction *luminos.Extraction `json:"extraction"`
}

// extractionStore reads and writes extractions, each in a file of its own. It is safe for concurrent use.
type extractionStore struct {
	*vault

	held   sync.Mutex
	used   map[string]int // the sizes of the files that this run read or wrote, by name
	stored int            // their sum
}

// Extraction returns the extraction that was stored under a key. It returns false if it is missing or damaged; a
// damaged one is added to [Investigation.Problems].
func (s *extractionStore) Extraction(key string) (*luminos.Extraction, bool) {
	name := extractionFile(key)
	b, err := s.read(name, extractionMax)
	var e StoredExtraction
	if err == nil {
		err = unseal(b, &e)
	}
	if err == nil && e.Key != key {
		err = errors.New("the file of the cache holds the extraction of another file")
	}
	if err != nil {
		s.problem(name, err)
		return nil, false
	}
	s.use(name, len(b))
	return e.Extraction, true
}

// PutExtractions writes extractions. It leaves out the ones that are beyond the bounds on one file and on all files. It
// does not wait until they are on the disk: a power failure can damage them, which their checksums show.
func (s *extractionStore) PutExtractions(list []StoredExtraction) error {
	var files []written
	for i := range list {
		b, err := seal(&list[i])
		if err != nil {
			return err
		}
		if name := extractionFile(list[i].Key); len(b) <= extractionMax && s.use(name, len(b)) {
			files = append(files, written{name, b})
		}
	}
	return doing("storing the extractions of files", s.writeAll(files, false))
}

// use records that this run uses a file of a size. It reports whether the files in use are within extractionsMost.
func (s *extractionStore) use(name string, size int) bool {
	s.held.Lock()
	defer s.held.Unlock()
	if s.stored-s.used[name]+size > extractionsMost {
		return false
	}
	s.stored += size - s.used[name]
	s.used[name] = size
	return true
}

// PruneExtractions removes the extractions that this run neither read nor wrote: of files that are gone or have
// changed, and of readers of other versions.
func (s *extractionStore) PruneExtractions() error {
	s.held.Lock()
	defer s.held.Unlock()
	keep := make([]string, 0, len(s.used))
	for name := range s.used {
		keep = append(keep, name)
	}
	if err := s.retain(extractionsDir, keep); err != nil {
		return fmt.Errorf("removing the extractions of other files: %w", err)
	}
	return nil
}

// extractionFile returns the name of the file of the extraction with a key.
func extractionFile(key string) string { return path.Join(extractionsDir, digestName(key)+".json") }
