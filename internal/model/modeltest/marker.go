package modeltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// marker is the cache_control member of one block: the request to cache the prompt up to this block.
type marker struct{ ttl time.Duration }

// unmark returns a JSON object, compact and without its cache marker, and the marker. Members are sorted, so
// that an object has the same form with and without a marker.
func (r *Request) unmark(raw json.RawMessage) ([]byte, *marker, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return nil, nil, fmt.Errorf("parsing a block or a tool as a JSON object: %w", err)
	}
	var m *marker
	if v, ok := members["cache_control"]; ok {
		var err error
		if m, err = r.parseMarker(v); err != nil {
			return nil, nil, err
		}
		delete(members, "cache_control")
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(members)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), m, err
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

// parseTopMarker parses the cache_control on the top level of the body, if there is one. It puts it on the last block
// of the messages that may have one.
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
