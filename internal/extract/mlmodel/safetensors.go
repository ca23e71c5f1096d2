package mlmodel

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

// safetensorsMost bounds the header; programs that write the format bound it by 100 MB, and real ones have a few.
const safetensorsMost = 32 << 20

var errSafetensors = errors.New("the header of the safetensors file is not valid")

// isSafetensors reports whether the file begins with the size of a header and the header, which is a JSON object.
func isSafetensors(f *file.File) bool {
	if len(f.Head) < 10 || f.Head[8] != '{' {
		return false
	}
	n := binary.LittleEndian.Uint64(f.Head)
	second := bytes.TrimLeft(f.Head[9:min(len(f.Head), 64)], " \n\t")
	return n >= 2 && n < 1<<32 && f.Head[7] == 0 && len(second) > 0 && (second[0] == '"' || second[0] == '}')
}

// readSafetensors reads the header (https://huggingface.co/docs/safetensors/index#format).
func readSafetensors(f *file.File, x *luminos.Extraction) error {
	x.Format = "safetensors"
	s := f.Stream(binary.LittleEndian)
	b := s.Bytes(s.U64(), safetensorsMost)
	if s.Err != nil {
		return s.Err
	}
	data := uint64(s.Left())
	all := &tensors{x: x, text: file.NewText(f, x)}
	defer all.text.EndSample()
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errSafetensors
	}
	var metadata map[string]string
	for d.More() {
		t, err := d.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return errSafetensors
		}
		if name == "__metadata__" {
			if err := d.Decode(&metadata); err != nil {
				return errSafetensors
			}
			continue
		}
		var tensor struct {
			Type    string   `json:"dtype"`
			Shape   []int64  `json:"shape"`
			Offsets []uint64 `json:"data_offsets"`
		}
		if err := d.Decode(&tensor); err != nil || len(tensor.Offsets) != 2 || len(tensor.Shape) > 64 {
			return errSafetensors
		}
		all.add(name, short(tensor.Type, 20), tensor.Shape)
		if tensor.Offsets[1] > data {
			x.Fail(luminos.ExtractDamaged, "it is cut off: values of its tensors are missing")
		}
	}
	all.done()
	setMetadata(x, all.text, metadata)
	return nil
}

// setMetadata sets properties from pairs, and lists all pairs as a part of the text.
func setMetadata(x *luminos.Extraction, t *file.Text, pairs map[string]string) {
	names := map[string]string{"format": "framework", "license": "license", "modelspec.title": "title",
		"modelspec.author": "author", "modelspec.license": "license", "modelspec.architecture": "architecture",
		"modelspec.date": "created", "title": "title", "author": "author", "description": "description",
		"ss_base_model_version": "architecture"}
	keys := make([]string, 0, len(pairs))
	for k := range pairs {
		keys = append(keys, k)
	}
	if slices.Sort(keys); len(keys) > 0 {
		t.Part("metadata")
	}
	for _, k := range keys {
		if p := names[strings.ToLower(k)]; p != "" {
			x.Set(p, pairs[k])
		}
		t.Line(cell(k) + " = " + cell(pairs[k]))
	}
}
