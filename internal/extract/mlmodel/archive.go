package mlmodel

import (
	"archive/zip"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"io"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	memberMost = 16 << 20 // bytes of a compressed pickle in an archive
	configMost = 1 << 20  // bytes of a configuration in an archive
)

// archives are the extensions of models that are zip archives.
var archives = map[string]bool{
	".pt": true, ".pth": true, ".ptl": true, ".jit": true, ".torchscript": true, ".keras": true,
}

// isArchive reports whether a zip archive has the extension of a model, or begins as PyTorch writes it.
func isArchive(f *file.File) bool {
	first := firstMember(f.Head)
	return strings.HasSuffix(first, "/data.pkl") || first != "" && archives[ext(f)]
}

// readArchive reads the archives of PyTorch, TorchScript and Keras.
func readArchive(f *file.File, x *luminos.Extraction) error {
	x.Format = "zip archive"
	z, err := f.Members()
	if err != nil {
		return err
	}
	t := file.NewText(f, x)
	defer t.EndSample()
	p := newPickle(x, t)
	script, keras, pickles := false, false, 0
	for _, m := range z.File {
		_, name, _ := strings.Cut(m.Name, "/")
		switch {
		case name == "data.pkl" || name == "constants.pkl" || strings.HasSuffix(m.Name, ".pkl"):
			if pickles++; pickles > picklesMost {
				x.Limit("not all pickles in the archive were read")
				p.unread = true
				continue
			}
			if failed := p.member(f, m); failed != nil {
				p.unread = true
				err = cmp.Or(err, failed)
			}
		case strings.HasPrefix(name, "code/"):
			script = true
			if strings.HasSuffix(name, ".py") {
				x.Add("code files", 1)
			}
		case name == "version" || name == ".data/version":
			x.Set("format version", strings.TrimSpace(string(beginning(m, 100))))
		case name == "byteorder":
			x.Set("byte order", string(beginning(m, 100)))
		case m.Name == "metadata.json" && !script && pickles == 0:
			keras = true
			kerasMetadata(x, beginning(m, configMost))
		case m.Name == "config.json" && keras:
			kerasConfig(x, beginning(m, 16*configMost))
		}
		if file.Stopped(err) {
			return err
		}
	}
	p.describe()
	switch {
	case script:
		x.Format = "TorchScript model"
	case pickles > 0:
		x.Format = "PyTorch model"
	case keras:
		x.Format = "Keras model"
	default:
		x.Add("entries", int64(len(z.File)))
		x.Fail(luminos.ExtractUnsupported, "it is an archive without a model that its reader knows")
	}
	return err
}

// member walks over a pickle in the archive.
func (p *pickle) member(f *file.File, m *zip.File) error {
	if at, err := m.DataOffset(); err == nil && m.Method == zip.Store && int64(m.CompressedSize64) >= 0 {
		// PyTorch stores its pickles, which need not be in memory then.
		size := min(int64(m.CompressedSize64), max(f.Size-at, 0))
		s := file.NewStream(io.NewSectionReader(f, at, size), size, binary.LittleEndian)
		p.file(s)
		return s.Err
	}
	r, err := m.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	b, err := io.ReadAll(file.Limit(r, memberMost))
	if err != nil {
		return err
	}
	s := file.BytesStream(b, binary.LittleEndian)
	p.file(s)
	return s.Err
}

// beginning returns the first bytes of a member, or nil if it cannot be read.
func beginning(m *zip.File, most int64) []byte {
	r, err := m.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, most))
	if err != nil {
		return nil
	}
	return b
}

// kerasMetadata sets the version and the date of a model of Keras 3.
func kerasMetadata(x *luminos.Extraction, b []byte) {
	var m struct {
		Version string `json:"keras_version"`
		Saved   string `json:"date_saved"`
	}
	if json.Unmarshal(b, &m) != nil {
		return
	}
	x.Set("producer", strings.TrimSpace("Keras "+m.Version))
	if len(m.Saved) >= 10 && m.Saved[4] == '-' && m.Saved[7] == '-' {
		x.Set("created", m.Saved[:10])
	}
}

// kerasConfig sets the name and the layers of a model of Keras 3.
func kerasConfig(x *luminos.Extraction, b []byte) {
	var c struct {
		Class  string `json:"class_name"`
		Config struct {
			Name   string `json:"name"`
			Layers []struct {
				Class string `json:"class_name"`
			} `json:"layers"`
		} `json:"config"`
	}
	if json.Unmarshal(b, &c) != nil {
		return
	}
	x.Set("title", c.Config.Name)
	x.Set("architecture", c.Class)
	var layers file.Values
	for _, l := range c.Config.Layers {
		layers.Add(short(l.Class, valueMost))
		if l.Class == "Lambda" && len(x.Risks) == 0 {
			x.Risks = append(x.Risks, runsCode)
		}
	}
	x.Add("layers", int64(len(c.Config.Layers)))
	layers.Set(x, "layers")
}
