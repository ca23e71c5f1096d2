package modeltest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// marker is one cache_control.
type marker struct{ ttl time.Duration }

// unmark returns a JSON object, compact and without its cache marker, and the marker. It keeps the order of members,
// which is part of the cached prefix.
func (r *Request) unmark(raw json.RawMessage) ([]byte, *marker, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil {
		return nil, nil, err
	} else if t != json.Delim('{') {
		return nil, nil, errors.New("it should be an object")
	}
	var m *marker
	out := bytes.NewBuffer(make([]byte, 0, len(raw)))
	if !bytes.Contains(raw, []byte("cache_control")) { // nearly always; three passes over the text less
		err := json.Compact(out, raw)
		return out.Bytes(), nil, err
	}
	out.WriteByte('{')
	for d.More() {
		before := d.InputOffset()
		name, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		key := bytes.TrimLeft(raw[before:d.InputOffset()], ", \t\r\n")
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return nil, nil, err
		}
		if name == "cache_control" {
			if m, err = r.parseMarker(v); err != nil {
				return nil, nil, err
			}
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		out.Write(key) // as it was written, as by Compact
		out.WriteByte(':')
		if err := json.Compact(out, v); err != nil {
			return nil, nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), m, nil
}

func (r *Request) parseMarker(raw json.RawMessage) (*marker, error) {
	var c *struct {
		Type string `json:"type"`
		TTL  string `json:"ttl"`
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, fmt.Errorf("cache_control: %w", err)
	}
	if c == nil {
		return nil, nil
	}
	if c.Type != "ephemeral" {
		return nil, fmt.Errorf("cache_control.type: Input should be 'ephemeral', not %.40q", c.Type)
	}
	m := marker{ttl: 5 * time.Minute}
	switch c.TTL {
	case "", "5m":
	case "1h":
		m.ttl = time.Hour
	default:
		return nil, fmt.Errorf("cache_control.ttl: Input should be '5m' or '1h', not %.40q", c.TTL)
	}
	r.markers++
	return &m, nil
}

// parseTopMarker applies a cache_control at the top of the body. It means a marker on the last block that can carry
// one.
func (r *Request) parseTopMarker() error {
	v, ok := r.fields["cache_control"]
	if !ok {
		return nil
	}
	m, err := r.parseMarker(v)
	if err != nil || m == nil {
		return err
	}
	for i := len(r.Messages) - 1; i >= 0; i-- {
		blocks := r.Messages[i].Blocks
		for j := len(blocks) - 1; j >= 0; j-- {
			if b := &blocks[j]; b.marker == nil && !b.thinks() && (b.Type != "text" || b.Text != "") {
				b.marker = m
				return nil
			}
		}
	}
	return nil
}
