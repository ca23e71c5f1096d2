package data

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const avroMost = 2 << 20 // bytes of the schema of an Avro file

var errAvro = errors.New("the structure of the Avro file is not valid")

// readAvro reads an object container file (https://avro.apache.org/docs/1.12.0/specification/#object-container-files):
// its schema, and the counts at the beginning of its blocks.
func readAvro(f *file.File, x *luminos.Extraction) error {
	x.Format = "Avro"
	s := f.Stream(binary.LittleEndian)
	s.Skip(4)
	var schema []byte
	for s.Err == nil {
		n := s.Varint()
		if n == 0 {
			break
		}
		if n < 0 { // the size of the block in bytes follows
			s.Varint()
			n = -n
		}
		for ; n > 0 && s.Err == nil; n-- {
			key := string(s.Prefix(length(s), nameMost))
			switch key {
			case "avro.schema":
				schema = s.Bytes(length(s), avroMost)
			case "avro.codec":
				x.Set("compression", string(s.Prefix(length(s), nameMost)))
			default:
				s.Skip(length(s))
			}
		}
	}
	sync := string(s.Next(16))
	if s.Err != nil {
		return s.Err
	}
	if err := avroSchema(f, x, schema); err != nil {
		return err
	}
	rows, blocks, err := avroBlocks(s, sync)
	if file.Stopped(err) {
		return err
	}
	x.Add("rows", rows)
	x.Add("blocks", blocks)
	return err
}

// avroBlocks returns the number of rows and blocks of a file.
func avroBlocks(s *file.Stream, sync string) (rows, blocks int64, err error) {
	for s.Left() > 0 {
		n := s.Varint()
		s.Skip(length(s))
		if end := s.Next(16); s.Err == nil && (string(end) != sync || n < 0 || rows+n < rows) {
			s.Fail(errAvro)
		}
		if s.Err != nil {
			break
		}
		rows += n
		blocks++
	}
	return rows, blocks, s.Err
}

// length reads the length of a text or blob.
func length(s *file.Stream) uint64 {
	n := s.Varint()
	if n < 0 {
		s.Fail(errAvro)
		return 0
	}
	return uint64(n)
}

// avroSchema sets the columns of the schema.
func avroSchema(f *file.File, x *luminos.Extraction, schema []byte) error {
	var record struct {
		Name      string          `json:"name"`
		Namespace string          `json:"namespace"`
		Doc       string          `json:"doc"`
		Type      json.RawMessage `json:"type"`
		Fields    []struct {
			Name string          `json:"name"`
			Type json.RawMessage `json:"type"`
		} `json:"fields"`
	}
	if json.Unmarshal(schema, &record) != nil {
		if !json.Valid(schema) {
			return errAvro
		}
		record.Type = schema
	}
	x.Set("name", strings.TrimPrefix(record.Namespace+"."+record.Name, "."))
	x.Set("description", record.Doc)
	var columns []luminos.Column
	for _, c := range record.Fields[:min(len(record.Fields), leavesMost)] {
		columns = append(columns, luminos.Column{Name: short(c.Name, nameMost), Type: avroType(c.Type, 0)})
	}
	if len(columns) == 0 {
		columns = []luminos.Column{{Name: short(record.Name, nameMost), Type: avroType(record.Type, 0)}}
	}
	one(f, x, columns)
	return nil
}

// avroType returns a type in words: "null|string", "array of int", "timestamp-millis".
func avroType(raw json.RawMessage, depth int) string {
	if depth > typeDepth {
		return "…"
	}
	var word string
	if json.Unmarshal(raw, &word) == nil {
		return short(word, valueMost)
	}
	var union []json.RawMessage
	if json.Unmarshal(raw, &union) == nil {
		var words []string
		for _, u := range union[:min(len(union), 20)] {
			words = append(words, avroType(u, depth+1))
		}
		return short(strings.Join(words, "|"), valueMost)
	}
	var t struct {
		Type    json.RawMessage `json:"type"`
		Logical string          `json:"logicalType"`
		Name    string          `json:"name"`
		Items   json.RawMessage `json:"items"`
		Values  json.RawMessage `json:"values"`
	}
	if json.Unmarshal(raw, &t) != nil {
		return "unknown"
	}
	switch words := avroType(t.Type, depth+1); {
	case t.Logical != "":
		return short(t.Logical, valueMost)
	case len(t.Items) > 0:
		return short(words+" of "+avroType(t.Items, depth+1), valueMost)
	case len(t.Values) > 0:
		return short(words+" of "+avroType(t.Values, depth+1), valueMost)
	case t.Name != "":
		return short(words+" "+t.Name, valueMost)
	default:
		return words
	}
}
