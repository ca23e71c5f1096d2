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

const (
	safetensorsMost = 16 << 20 // bytes of a header; models of 100,000 tensors have 12 MB
	pairsMost       = 10_000   // pairs of metadata that are kept
	dimsText        = 2000     // bytes of the dimensions of a tensor
)

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
	data := s.Left()
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
			if metadata = pairs(d); metadata == nil {
				return errSafetensors
			}
			continue
		}
		var tensor struct {
			Type    string `json:"dtype"`
			Shape   dims   `json:"shape"`
			Offsets dims   `json:"data_offsets"`
		}
		if err := d.Decode(&tensor); err != nil || len(tensor.Offsets) != 2 || len(tensor.Shape) > 64 {
			return errSafetensors
		}
		all.add(name, short(tensor.Type, 20), tensor.Shape)
		if end := tensor.Offsets[1]; end < 0 || end > data {
			x.Fail(luminos.ExtractDamaged, "it is cut off: values of its tensors are missing")
		}
	}
	all.done()
	setMetadata(x, all.text, metadata)
	return nil
}

// dims is a short list of numbers. A long one is an error before it is kept.
type dims []int64

func (d *dims) UnmarshalJSON(b []byte) error {
	if len(b) > dimsText {
		return errSafetensors
	}
	return json.Unmarshal(b, (*[]int64)(d))
}

// pairs returns the pairs of an object whose values are texts, or nil for another value.
func pairs(d *json.Decoder) map[string]string {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	all := map[string]string{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil
		}
		value, err := d.Token()
		text, ok := value.(string)
		if err != nil || !ok {
			return nil
		}
		if len(all) < pairsMost {
			all[key.(string)] = short(text, 2*nameMost)
		}
	}
	if _, err := d.Token(); err != nil {
		return nil
	}
	return all
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
