package mlmodel

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	ggufText  = 64 << 10 // bytes of a text that are kept
	ggufPairs = 100_000  // pairs of metadata
	ggufDeep  = 4        // arrays within arrays
)

var errGGUF = errors.New("the structure of the GGUF file is not valid")

func isGGUF(f *file.File) bool { return begins(f, "GGUF") && len(f.Head) >= 8 }

// gguf reads a model of llama.cpp (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md).
type gguf struct {
	*file.Stream
	x       *luminos.Extraction
	version uint32
	arch    string
	text    *file.Text
}

// ggufTypes are the types of tensors by their number in ggml.h.
var ggufTypes = map[uint32]string{
	0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 6: "Q5_0", 7: "Q5_1", 8: "Q8_0", 9: "Q8_1", 10: "Q2_K", 11: "Q3_K",
	12: "Q4_K", 13: "Q5_K", 14: "Q6_K", 15: "Q8_K", 16: "IQ2_XXS", 17: "IQ2_XS", 18: "IQ3_XXS", 19: "IQ1_S",
	20: "IQ4_NL", 21: "IQ3_S", 22: "IQ2_S", 23: "IQ4_XS", 24: "I8", 25: "I16", 26: "I32", 27: "I64", 28: "F64",
	29: "IQ1_M", 30: "BF16", 34: "TQ1_0", 35: "TQ2_0", 39: "MXFP4",
}

// ggufNames are the properties by the keys of the metadata; "*" is the architecture.
var ggufNames = map[string]string{
	"general.name": "title", "general.author": "author", "general.architecture": "architecture",
	"general.license": "license", "general.description": "description", "general.version": "version",
	"general.url": "url", "general.size_label": "size", "general.finetune": "finetune",
	"general.organization": "organization", "general.quantized_by": "quantized by", "*.context_length": "context length",
	"*.block_count": "blocks", "*.embedding_length": "embedding length", "*.attention.head_count": "attention heads",
	"*.expert_count": "experts", "tokenizer.ggml.model": "tokenizer",
}

// readGGUF reads the metadata and the descriptions of the tensors.
func readGGUF(f *file.File, x *luminos.Extraction) error {
	g := &gguf{Stream: f.Stream(binary.LittleEndian), x: x, text: file.NewText(f, x)}
	defer g.text.EndSample()
	g.Skip(4)
	if g.version = g.U32(); g.version&0xffff == 0 { // files of big-endian machines
		g.version = g.version>>24 | g.version>>8&0xff00
		g.Order = binary.BigEndian
	}
	if g.Err != nil {
		return g.Err
	}
	x.Format = "GGUF model " + strconv.Itoa(int(g.version))
	if g.version < 1 || g.version > 3 {
		x.Format = "GGUF model"
		x.Fail(luminos.ExtractUnsupported, "its version is not known")
		return nil
	}
	count, pairs := g.count(), g.count()
	g.text.Part("metadata")
	for i := uint64(0); i < pairs && g.Err == nil; i++ {
		if i == ggufPairs {
			return file.ErrTooLarge
		}
		g.pair()
	}
	all := &tensors{x: x, text: g.text}
	for i := uint64(0); i < count && g.Err == nil; i++ {
		g.tensor(all)
	}
	all.done()
	return g.Err
}

// count reads a count or a length, whose size depends on the version.
func (g *gguf) count() uint64 {
	if g.version == 1 {
		return uint64(g.U32())
	}
	return g.U64()
}

// pair reads one pair of the metadata.
func (g *gguf) pair() {
	key := string(g.Prefix(g.count(), nameMost))
	value := g.value(g.U32(), key, 0)
	if g.Err != nil {
		return
	}
	if key == "general.architecture" {
		g.arch = value
	}
	lookup := key
	if rest, ok := strings.CutPrefix(key, g.arch+"."); ok && g.arch != "" {
		lookup = "*." + rest
	}
	if p := ggufNames[lookup]; p != "" {
		g.x.Set(p, value)
	}
	if !g.text.Full() {
		g.text.Line(cell(key) + " = " + strings.TrimSpace(value))
	}
}

// value reads a value as a text. Of an array only the number of elements is kept.
func (g *gguf) value(typ uint32, key string, depth int) string {
	switch typ {
	case 0:
		return strconv.Itoa(int(g.U8()))
	case 1:
		return strconv.Itoa(int(int8(g.U8())))
	case 2:
		return strconv.Itoa(int(g.U16()))
	case 3:
		return strconv.Itoa(int(int16(g.U16())))
	case 4:
		return strconv.FormatUint(uint64(g.U32()), 10)
	case 5:
		return strconv.Itoa(int(int32(g.U32())))
	case 6:
		return strconv.FormatFloat(float64(math.Float32frombits(g.U32())), 'g', -1, 32)
	case 7:
		return strconv.FormatBool(g.U8() != 0)
	case 8:
		return short(string(g.Prefix(g.count(), ggufText)), ggufText)
	case 9:
		return g.array(key, depth)
	case 10:
		return strconv.FormatUint(g.U64(), 10)
	case 11:
		return strconv.FormatInt(int64(g.U64()), 10)
	case 12:
		return strconv.FormatFloat(math.Float64frombits(g.U64()), 'g', -1, 64)
	}
	g.Fail(errGGUF)
	return ""
}

// array moves over an array, and returns its number of elements in words.
func (g *gguf) array(key string, depth int) string {
	widths := map[uint32]uint64{0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
	typ, n := g.U32(), g.count()
	switch w := widths[typ]; {
	case n > uint64(g.Left()) || depth > ggufDeep:
		g.Fail(errGGUF)
	case w > 0:
		g.Skip(n * w)
	case typ == 8:
		for i := uint64(0); i < n && g.Err == nil; i++ {
			g.Skip(g.count())
		}
	default:
		for i := uint64(0); i < n && g.Err == nil; i++ {
			g.value(typ, "", depth+1)
		}
	}
	if key == "tokenizer.ggml.tokens" && g.Err == nil {
		g.x.Add("tokens", int64(n))
	}
	return "[" + strconv.FormatUint(n, 10) + " values]"
}

// tensor reads the description of a tensor.
func (g *gguf) tensor(all *tensors) {
	name := string(g.Prefix(g.count(), nameMost))
	n := g.U32()
	if n > 8 {
		g.Fail(errGGUF)
		return
	}
	shape := make([]int64, n)
	for i := range shape {
		shape[i] = int64(g.count())
	}
	typ := g.U32()
	g.U64() // the offset of the values
	if g.Err != nil {
		return
	}
	word := ggufTypes[typ]
	if word == "" {
		word = "type " + strconv.FormatUint(uint64(typ), 10)
	}
	all.add(name, word, shape)
}
