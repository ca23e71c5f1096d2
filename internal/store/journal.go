package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// A journal is the history of one conversation: a file of sealed, numbered lines.
// The first line names the conversation. An incomplete last line, which a killed
// process can leave, is cut off.

const (
	historyDir = "history"
	journalMax = 256 << 20
)

// Journal stores the records of one conversation. It is safe for concurrent use.
// At most one may be open for a conversation.
type Journal struct {
	vault *vault
	name  string // of the conversation
	file  string

	mu      sync.Mutex
	f       diskFile
	size    int64 // bytes of the intact lines
	count   int   // intact lines, with the first one
	synced  bool  // the name of the file is on the disk
	records []json.RawMessage
}

// journalLine is one line of a journal file. The first line has the field Journal, all others have Record.
type journalLine struct {
	Number  int             `json:"number"`
	Journal string          `json:"journal,omitempty"`
	Record  json.RawMessage `json:"record,omitempty"`
}

// Journal opens or creates the history of a conversation. It removes the first damaged line and all lines after it. The
// caller closes the journal before the investigation.
func (inv *Investigation) Journal(name string) (*Journal, error) {
	if err := inv.root.MkdirAll(historyDir, 0o700); err != nil {
		return nil, fmt.Errorf("creating the directory of conversation histories: %w", err)
	}
	j := &Journal{vault: inv.vault, name: strings.ToValidUTF8(name, "\uFFFD"), file: journalFile(name)}
	old, err := inv.read(j.file, journalMax)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		// A file that is too long, or a link, was not written by this package.
		inv.problem(j.file, err)
		if err := inv.root.Remove(j.file); err != nil {
			return nil, fmt.Errorf("removing the unusable history of a conversation: %w", err)
		}
	}
	if err := j.load(old); err != nil {
		inv.problem(j.file, err)
	}
	j.f, err = inv.disk.open(inv.root, j.file, os.O_CREATE|os.O_RDWR|noFollow)
	if err != nil {
		return nil, fmt.Errorf("opening the history of a conversation: %w", err)
	}
	if int64(len(old)) != j.size {
		if err := j.f.Truncate(j.size); err != nil {
			j.f.Close()
			return nil, fmt.Errorf("cutting off the damaged end of a conversation history: %w", err)
		}
	}
	return j, nil
}

func journalFile(name string) string { return path.Join(historyDir, digestName(name)+".jsonl") }

// load parses the content b of a journal file and adds its lines up to the first damaged one. The error is errBroken if
// a line is damaged; an incomplete last line is no error.
func (j *Journal) load(b []byte) error {
	for {
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			return nil // the end, or a part of a line because a process was killed during a write
		}
		var l journalLine
		first := j.count == 0
		if unseal(b[:end+1], &l) != nil || l.Number != j.count || first != (l.Journal != "") || first && l.Journal != j.title() {
			return errBroken
		}
		if !first {
			j.records = append(j.records, l.Record)
		}
		j.count++
		j.size += int64(end + 1)
		b = b[end+1:]
	}
}

// title returns the text in the first line of the file, which names the conversation. It is never empty.
func (j *Journal) title() string { return "conversation " + j.name }

// Records returns the records that were in the journal when it was opened, in their order, or none after a Reset.
func (j *Journal) Records() []json.RawMessage {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.records)
}

// Reset removes all records from the journal and from its file.
func (j *Journal) Reset() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.open(); err != nil {
		return err
	}
	if err := j.f.Truncate(0); err != nil {
		return fmt.Errorf("emptying the history of a conversation: %w", err)
	}
	j.size, j.count, j.records = 0, 0, nil
	return nil
}

// open returns an error if the journal or its investigation is closed: another process can have the investigation then.
func (j *Journal) open() error {
	if j.f == nil {
		return fmt.Errorf("writing the history of a conversation: %w", fs.ErrClosed)
	}
	if _, err := j.vault.root.Lstat("."); err != nil {
		return fmt.Errorf("writing the history of a conversation: %w", err)
	}
	return nil
}

// Append adds a record. With durable it waits until this record and all before it
// are on the disk. After an error the record is not in the journal.
func (j *Journal) Append(record any, durable bool) error {
	raw, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("encoding a record of a conversation: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.open(); err != nil {
		return err
	}
	lines := []journalLine{{Journal: j.title()}, {Number: max(j.count, 1), Record: raw}}
	var b []byte
	for _, l := range lines[min(j.count, 1):] {
		sealed, err := seal(l)
		if err != nil {
			return err
		}
		b = append(b, sealed...)
	}
	if j.size+int64(len(b)) > journalMax {
		return fmt.Errorf("writing the history of a conversation: the file would be longer than %d bytes", journalMax)
	}
	if err := j.write(b, durable); err != nil {
		// If the truncation fails too, the next record overwrites the bytes or the
		// next opening cuts them off.
		return fmt.Errorf("writing the history of a conversation: %w", errors.Join(err, j.f.Truncate(j.size)))
	}
	j.size, j.count = j.size+int64(len(b)), max(j.count, 1)+1
	j.vault.wrote(j.file)
	return nil
}

func (j *Journal) write(b []byte, durable bool) error {
	if _, err := j.f.WriteAt(b, j.size); err != nil {
		return err
	}
	if !durable {
		return nil
	}
	err := j.f.Sync()
	if !j.synced {
		for _, dir := range []string{historyDir, "."} {
			err = errors.Join(err, j.vault.disk.syncDir(j.vault.root, dir))
		}
	}
	j.synced = j.synced || err == nil
	return err
}

// Close closes the journal. It may be called more than once.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.f == nil {
		return nil
	}
	err := j.f.Close()
	j.f = nil
	return err
}

// PruneHistory removes the journals of all conversations except the ones with these names.
func (inv *Investigation) PruneHistory(names []string) error {
	files := make([]string, len(names))
	for i, n := range names {
		files[i] = journalFile(n)
	}
	return inv.retain(historyDir, files)
}
