package mlmodel

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/extract/filetest"
)

// open returns bytes as a file.
func open(name string, b []byte) *file.File { return filetest.Open(luminos.Path(name), b, 10_000) }

// extract returns the extraction of bytes, or nil if the reader does not read them.
func extract(t *testing.T, name string, b []byte) (*luminos.Extraction, error) {
	t.Helper()
	return filetest.Extract(t, &Reader, luminos.Path(name), b, 10_000)
}

// good returns the extraction of bytes that are read without a problem.
func good(t *testing.T, name string, b []byte) *luminos.Extraction {
	t.Helper()
	return filetest.Good(t, &Reader, luminos.Path(name), b, 10_000)
}

func le32(n int) string              { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
func le64[N int | int64](n N) string { return string(binary.LittleEndian.AppendUint64(nil, uint64(n))) }

func ggufFile() []byte {
	text := func(s string) string { return le64(len(s)) + s }
	pair := func(key string, typ int, value string) string { return text(key) + le32(typ) + value }
	tensor := func(name string, typ int, shape ...int) string {
		s := text(name) + le32(len(shape))
		for _, n := range shape {
			s += le64(n)
		}
		return s + le32(typ) + le64(0)
	}
	return []byte("GGUF" + le32(3) + le64(2) + le64(4) +
		pair("general.architecture", 8, text("llama")) + pair("llama.context_length", 4, le32(512)) +
		pair("general.license", 8, text("mit")) + pair("tokenizer.ggml.tokens", 9, le32(8)+le64(2)+text("a")+text("bc")) +
		tensor("t1", 0, 3, 4) + tensor("t2", 12, 256))
}

func safetensorsFile(header string) []byte {
	return []byte(le64(len(header)) + header + strings.Repeat("\x00", 64))
}

// message returns a field of a message of protocol buffers that has bytes.
func message(number int, parts ...string) string {
	body := strings.Join(parts, "")
	return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(number<<3|2)), uint64(len(body)))) + body
}

// varint returns a field of a message that has a number.
func varint(number, n int) string {
	return string(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(number<<3)), uint64(n)))
}

func onnxFile() []byte {
	dims := message(2, message(1, varint(1, 1)), message(1, message(2, "batch")))
	value := func(name string) string { return message(1, name) + message(2, message(1, varint(1, 1), dims)) }
	tensor := func(name string) string { return varint(1, 3) + varint(1, 4) + varint(2, 1) + message(8, name) }
	inner := message(6, message(1, message(4, "Relu")), message(5, tensor("w2")))
	graph := message(7, message(1, message(4, "Conv")), message(1, message(4, "If"), message(5, inner)), message(2, "net"),
		message(5, tensor("w")), message(11, value("in")), message(11, value("w")), message(12, value("out")))
	return []byte(varint(1, 8) + message(2, "maker") + message(3, "1.2") + graph + message(8, varint(2, 17)) +
		message(14, message(1, "license"), message(2, "MIT")))
}

// torchPickle is a dictionary of one tensor of 3 × 5 floats, as torch.save writes it with protocol 2.
const torchPickle = "\x80\x02}q\x00X\x09\x00\x00\x00fc.weightq\x01ctorch._utils\n_rebuild_tensor_v2\nq\x02((X\x07\x00\x00\x00" +
	"storageq\x03ctorch\nFloatStorage\nq\x04X\x01\x00\x00\x000q\x05X\x03\x00\x00\x00cpuq\x06K\x0ftq\x07QK\x00K\x03K\x05\x86q\x08" +
	"K\x05K\x01\x86q\x09\x89ccollections\nOrderedDict\nq\x0a)Rq\x0btq\x0cRq\x0ds."

func archiveFile(t testing.TB, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// samples returns a valid file of each format by its name.
func samples(t testing.TB) map[string][]byte {
	return map[string][]byte{
		"a.gguf": ggufFile(), "a.onnx": onnxFile(), "a.pkl": []byte(torchPickle),
		"a.safetensors": safetensorsFile(`{"__metadata__": {"format": "pt"}, ` +
			`"a": {"dtype": "F32", "shape": [2, 4], "data_offsets": [0, 32]}, ` +
			`"b": {"dtype": "F16", "shape": [], "data_offsets": [32, 34]}}`),
		"a.pt":  archiveFile(t, "net/data.pkl", torchPickle, "net/version", "3\n"),
		"a.jit": archiveFile(t, "net/data.pkl", torchPickle, "net/code/__torch__.py", "x"),
		"a.keras": archiveFile(t, "metadata.json", `{"keras_version": "3.1", "date_saved": "2024-05-06@07:08"}`, "config.json",
			`{"class_name": "Sequential", "config": {"name": "n", "layers": [{"class_name": "Dense"}, {"class_name": "Lambda"}]}}`),
	}
}

// TestModels reads the facts of each format.
func TestModels(t *testing.T) {
	all := samples(t)
	for name, want := range map[string]struct {
		format              string
		tensors, parameters int64
		property, value     string
		text                string
	}{
		"a.gguf":        {"GGUF model 3", 2, 268, "context length", "512", "t1\tF32\t(3, 4)\n"},
		"a.safetensors": {"safetensors", 2, 9, "framework", "pt", "a\tF32\t(2, 4)\n"},
		"a.onnx":        {"ONNX model", 2, 24, "inputs", "in float(1, batch)", "w2\tfloat\t(3, 4)\n"},
		"a.pkl":         {"PyTorch model (pickle), protocol 2", 1, 15, "", "", "fc.weight\tfloat\t(3, 5)\n"},
		"a.pt":          {"PyTorch model", 1, 15, "format version", "3", "fc.weight\tfloat\t(3, 5)\n"},
		"a.jit":         {"TorchScript model", 1, 15, "", "", ""},
		"a.keras":       {"Keras model", 0, 0, "created", "2024-05-06", ""},
	} {
		x := good(t, name, all[name])
		if x.Format != want.format || x.Number("tensors") != want.tensors || x.Number("parameters") != want.parameters ||
			x.Property(want.property) != want.value || !strings.Contains(x.Content(), want.text) {
			t.Errorf("%s: %+v, want %+v", name, x, want)
		}
	}
	x := good(t, "a.onnx", all["a.onnx"])
	if x.Property("opset") != "17" || x.Property("producer") != "maker 1.2" || x.Property("title") != "net" ||
		x.Property("license") != "MIT" || x.Number("nodes") != 3 || x.Number("inputs") != 1 {
		t.Errorf("%+v", x)
	}
	x = good(t, "a.gguf", all["a.gguf"])
	if x.Number("tokens") != 2 || x.Property("license") != "mit" || x.Property("architecture") != "llama" {
		t.Errorf("%+v", x)
	}
}

// imports returns the imports of a pickle.
func imports(x *luminos.Extraction) (all []string) {
	for _, v := range x.Values {
		if v.Name == "imports" {
			for _, c := range v.Top {
				all = append(all, c.Name)
			}
		}
	}
	return all
}

// TestImports finds the imports of pickles of all protocols, and the risks that follow.
func TestImports(t *testing.T) {
	for _, c := range []struct {
		name, text, imports string
		risks               int
	}{
		{"protocol 0", "cos\nsystem\n(S'echo x'\ntR.", "os.system", 2},
		{"protocol 0, an instance", "(S'echo x'\nios\nsystem\n.", "os.system", 2},
		{"protocol 2", "\x80\x02c__builtin__\neval\nX\x01\x00\x00\x00x\x85R.", "__builtin__.eval", 2},
		{"protocol 4", "\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00\x8c\x02os\x94\x8c\x06system\x94\x93\x94\x8c\x01x\x85R.", "os.system", 2},
		{"the name comes from the memo", "\x80\x04\x8c\x06system\x94\x8c\x05posix\x94h\x01h\x00\x93.", "posix.system", 2},
		{"a name that is computed", "\x80\x04NN\x93.", "unknown.unknown", 1},
		{"a class", "\x80\x02cfractions\nFraction\nU\x031/2\x85R.", "fractions.Fraction", 1},
		{"the second pickle", "\x80\x02N.\x80\x02cnt\nsystem\n.", "nt.system", 2},
		{"after a broken operation", "\x80\x02cos\nsystem\n\xffN.", "os.system", 2},
		{"values, and a broken operation", "\x80\x02]q\x00\xff.", "", 1},
		{"values only", "\x80\x02]q\x00(K\x01K\x02G\x00\x00\x00\x00\x00\x00\x00\x00\x8a\x02\x10\x20e.", "", 0},
	} {
		x, _ := extract(t, "a.pkl", []byte(c.text))
		if x == nil || strings.Join(imports(x), " ") != c.imports || len(x.Risks) != c.risks {
			t.Errorf("%s: %+v", c.name, x)
		}
	}
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write([]byte(torchPickle)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	if x := good(t, "a.joblib", b.Bytes()); x.Number("parameters") != 15 || len(x.Risks) != 1 {
		t.Errorf("%+v", x)
	}
}

// TestBadInput cuts files at each eighth, breaks their bytes, and reads bombs. Each has a state or an error, and ends.
func TestBadInput(t *testing.T) {
	for name, b := range samples(t) {
		for i := range 8 {
			if x, err := extract(t, name, b[:len(b)*i/8]); x != nil && err == nil && x.State == "" && i < 6 && name != "a.onnx" {
				t.Errorf("%s, cut at %d/8: no problem", name, i)
			}
		}
		for i := 0; i < len(b); i += max(1, len(b)/300) {
			broken := slices.Clone(b)
			broken[i] ^= 0xff
			_, _ = extract(t, name, broken)
		}
	}
	deep := ""
	for range 60 {
		deep = message(1, message(5, message(6, deep)))
	}
	for name, b := range map[string][]byte{
		"deep.onnx":          []byte(varint(1, 8) + message(7, deep)),
		"long.onnx":          []byte(varint(1, 8) + "\x3a\xff\xff\xff\xff\xff\xff\xff\xff\x7f"),
		"stack.pkl":          []byte("\x80\x02]" + strings.Repeat("(", 2<<20) + "."),
		"empty.pkl":          []byte("\x80\x02]00000."),
		"deep.gguf":          []byte("GGUF" + le32(3) + le64(0) + le64(1) + le64(1) + "k" + le32(9) + strings.Repeat(le32(9)+le64(1), 1000)),
		"count.gguf":         []byte("GGUF" + le32(3) + le64(int64(1)<<40) + le64(int64(1)<<40) + strings.Repeat("\x00", 100)),
		"head.safetensors":   []byte(le64(int64(1)<<31) + `{"a`),
		"deep.safetensors":   safetensorsFile(`{"a": ` + strings.Repeat("[", 100_000)),
		"zip.pt":             []byte("PK\x03\x04" + strings.Repeat("\x01", 400)),
		"other.pt":           archiveFile(t, "a.txt", "text"),
		"negative.pt":        archiveFile(t, "n/data.pkl", strings.Replace(torchPickle, "K\x03K\x05\x86", "K\x03N\x86", 1)+"\xff"),
		"cut.safetensors":    safetensorsFile(`{"a": {"dtype": "F32", "shape": [99], "data_offsets": [0, 396]}}`),
		"version.gguf":       []byte("GGUF" + le32(77) + le64(0) + le64(0)),
		"endless.pkl":        []byte("\x80\x02" + strings.Repeat("]q\x00h\x00", 1000)),
		"many.safetensors":   safetensorsFile(`{"a": {"dtype": "F32", "shape": [` + strings.Repeat("1,", 5000) + `1], "data_offsets": [0, 4]}}`),
		"pickle_in_zlib.pkl": []byte("\x78\x9c\x00\x00"),
	} {
		start := time.Now()
		x, err := extract(t, name, b)
		bad := x == nil || err == nil && x.State == ""
		if name == "negative.pt" {
			bad = x.Number("parameters") != 0 || x.Number("tensors") != 1
		}
		if bad || time.Since(start) > 5*time.Second {
			t.Errorf("%s: %+v, error %v, %v", name, x, err, time.Since(start))
		}
	}
}

// TestFailedReads checks that an error of the source is returned, and is no property of the file.
func TestFailedReads(t *testing.T) {
	failed := errors.New("the source failed")
	for name, b := range samples(t) {
		f := open(name, b)
		f.ReaderAt = failing{failed}
		if err := read(f, &luminos.Extraction{}); !errors.Is(err, failed) {
			t.Errorf("%s: error %v, want that of the source", name, err)
		}
	}
}

type failing struct{ err error }

func (f failing) ReadAt([]byte, int64) (int, error) { return 0, f.err }

// FuzzRead reads mutated files of all formats. The first byte chooses the name.
func FuzzRead(f *testing.F) {
	all := samples(f)
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		f.Add(byte(i), all[name])
	}
	f.Add(byte(6), []byte("\x80\x04\x8c\x06system\x94\x8c\x05posix\x94h\x01h\x00\x93."))
	f.Fuzz(func(t *testing.T, choice byte, b []byte) {
		x, _ := extract(t, names[int(choice)%len(names)], b)
		if x != nil && x.Number("parameters") < 0 {
			t.Error("parameters: ", x.Number("parameters"))
		}
	})
}
