package mlmodel

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	graphDepth  = 20     // graphs within nodes of graphs
	dimsMost    = 64     // dimensions of a tensor
	opsetsMost  = 100    // sets of operators
	valuesMost  = 10_000 // inputs and outputs that are listed
	operatorMax = 100    // bytes of the name of an operator
)

var errONNX = errors.New("it has no graph")

// isONNX reports whether a file with the extension of ONNX begins like a message: with the version of the format, or
// with the name of the producer.
func isONNX(f *file.File) bool {
	b := f.Head
	return ext(f) == ".onnx" && len(b) > 2 && (b[0] == 0x08 && b[1] < 0x80 || b[0] == 0x12 || b[0] == 0x3a || b[0] == 0x42)
}

// onnx collects the content of a model (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
type onnx struct {
	proto
	x         *luminos.Extraction
	all       *tensors
	text      *file.Text
	operators file.Values
	opsets    []string
	inputs    []string
	outputs   []string
	external  bool
	graphs    int
}

// readONNX walks over a model.
func readONNX(f *file.File, x *luminos.Extraction) error {
	x.Format = "ONNX model"
	t := file.NewText(f, x)
	defer t.EndSample()
	o := &onnx{proto: newProto(f), x: x, text: t, all: &tensors{x: x, text: t}}
	producer := make([]string, 2)
	metadata := map[string]string{}
	o.fields(0, f.Size, func(p field) {
		switch p.number {
		case 1:
			x.Set("format version", strconv.FormatUint(p.value, 10))
		case 2, 3:
			producer[p.number-2] = o.proto.text(p, nameMost)
		case 4:
			x.Set("domain", o.proto.text(p, nameMost))
		case 5:
			x.Set("model version", strings.TrimPrefix(strconv.FormatUint(p.value, 10), "0"))
		case 6:
			x.Set("description", o.proto.text(p, nameMost))
		case 7:
			o.graph(p, 0)
		case 8:
			o.opset(p)
		case 14:
			o.pair(p, metadata)
		case 25:
			x.Add("functions", 1)
		}
	})
	x.Set("producer", strings.Join(producer, " "))
	x.Set("opset", strings.Join(o.opsets, ", "))
	o.describe(metadata)
	if o.Err == nil && o.graphs == 0 {
		return errONNX
	}
	return o.Err
}

// describe sets the fields of the extraction.
func (o *onnx) describe(metadata map[string]string) {
	o.all.done()
	o.operators.Set(o.x, "operators")
	for _, v := range []struct {
		name string
		list []string
	}{{"inputs", o.inputs}, {"outputs", o.outputs}} {
		o.x.Set(v.name, strings.Join(v.list, "; "))
		if len(v.list) > 0 {
			o.text.Part(v.name)
			o.text.Add(strings.Join(v.list, "\n") + "\n")
		}
	}
	setMetadata(o.x, o.text, metadata)
	if o.external {
		o.x.Limit("weights are in other files")
	}
}

// opset adds a set of operators with its version.
func (o *onnx) opset(p field) {
	domain, version := "", ""
	o.fields(p.from, p.to, func(p field) {
		switch p.number {
		case 1:
			domain = o.proto.text(p, operatorMax)
		case 2:
			version = strconv.FormatUint(p.value, 10)
		}
	})
	if len(o.opsets) < opsetsMost {
		o.opsets = append(o.opsets, strings.TrimPrefix(domain+" "+version, " "))
	}
}

// pair adds a pair of the metadata.
func (o *onnx) pair(p field, to map[string]string) {
	pair := make([]string, 3)
	o.fields(p.from, p.to, func(p field) {
		if p.number == 1 || p.number == 2 {
			pair[p.number] = o.proto.text(p, nameMost)
		}
	})
	if len(to) < valuesMost {
		to[pair[1]] = pair[2]
	}
}

// graph reads a graph, and the graphs in its nodes.
func (o *onnx) graph(g field, depth int) {
	if depth > graphDepth {
		o.Fail(file.ErrTooLarge)
		return
	}
	o.graphs++
	weights := map[string]bool{}
	var inputs, outputs []string
	o.fields(g.from, g.to, func(p field) {
		switch p.number {
		case 1:
			o.node(p, depth)
		case 2:
			if depth == 0 {
				o.x.Set("title", o.proto.text(p, nameMost))
			}
		case 5, 15:
			name := o.tensor(p)
			if depth == 0 && len(weights) < tensorsMost {
				weights[name] = true
			}
		case 10:
			if depth == 0 {
				o.x.Set("description", o.proto.text(p, nameMost))
			}
		case 11, 12:
			list := &inputs
			if p.number == 12 {
				list = &outputs
			}
			if depth == 0 && len(*list) < valuesMost {
				*list = append(*list, o.value(p))
			}
		}
	})
	if depth > 0 {
		return
	}
	// Before version 4 of the format initializers are inputs too.
	o.inputs = slices.DeleteFunc(inputs, func(in string) bool {
		name, _, _ := strings.Cut(in, " ")
		return weights[name]
	})
	o.outputs = outputs
	o.x.Add("inputs", int64(len(o.inputs)))
	o.x.Add("outputs", int64(len(o.outputs)))
}

// node counts a node by its operator, and reads the graphs in its attributes.
func (o *onnx) node(n field, depth int) {
	o.x.Add("nodes", 1)
	domain, operator := "", ""
	o.fields(n.from, n.to, func(p field) {
		switch p.number {
		case 4:
			operator = o.proto.text(p, operatorMax)
		case 7:
			domain = o.proto.text(p, operatorMax)
		case 5:
			o.fields(p.from, p.to, func(p field) {
				switch {
				case p.wire == 2 && (p.number == 6 || p.number == 11):
					o.graph(p, depth+1)
				case p.wire == 2 && p.number == 5:
					o.constant(p)
				}
			})
		}
	})
	if domain != "" && domain != "ai.onnx" {
		operator = domain + "." + operator
	}
	o.operators.Add(cell(operator))
}

var onnxTypes = []string{"undefined", "float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool",
	"float16", "double", "uint32", "uint64", "complex64", "complex128", "bfloat16", "float8e4m3fn", "float8e4m3fnuz",
	"float8e5m2", "float8e5m2fnuz", "uint4", "int4", "float4e2m1", "float8e8m0"}

func onnxType(n uint64) string {
	if n < uint64(len(onnxTypes)) {
		return onnxTypes[n]
	}
	return "type " + strconv.FormatUint(n, 10)
}

// tensor adds an initializer, and returns its name. Of a sparse tensor the values are a tensor within.
func (o *onnx) tensor(t field) string {
	if t.wire != 2 {
		return ""
	}
	name, typ := "", uint64(0)
	var shape []int64
	sparse := false
	o.fields(t.from, t.to, func(p field) {
		switch p.number {
		case 1:
			if p.wire == 2 && t.number == 15 {
				sparse = true
				name = o.tensor(p)
				return
			}
			if len(shape) < dimsMost {
				shape = append(shape, o.integers(p, dimsMost)...)
			}
		case 2:
			typ = p.value
		case 8:
			name = o.proto.text(p, nameMost)
		case 14:
			o.external = o.external || p.value == 1
		}
	})
	if !sparse {
		o.all.add(name, onnxType(typ), shape)
	}
	return name
}

// constant counts the values of a tensor in an attribute. Some programs write weights so.
func (o *onnx) constant(t field) {
	var shape []int64
	o.fields(t.from, t.to, func(p field) {
		if p.number == 1 && len(shape) < dimsMost {
			shape = append(shape, o.integers(p, dimsMost)...)
		}
	})
	if n := product(shape); n > 0 && n <= t.to-t.from { // a value has at least one byte, except packed ones
		o.x.Add("values in constants", n)
	}
}

// value returns an input or output in words: "audio float(batch, 512)".
func (o *onnx) value(v field) string {
	name, typ := "", ""
	o.fields(v.from, v.to, func(p field) {
		switch p.number {
		case 1:
			name = o.proto.text(p, valueMost)
		case 2:
			o.fields(p.from, p.to, func(p field) {
				switch p.number {
				case 1:
					typ = o.tensorType(p)
				case 4:
					typ = "sequence"
				case 5:
					typ = "map"
				case 8:
					typ = "sparse tensor"
				case 9:
					typ = "optional"
				}
			})
		}
	})
	return strings.TrimSpace(cell(name) + " " + typ)
}

// tensorType returns the type and the shape of an input or output in words.
func (o *onnx) tensorType(t field) string {
	words, shape := "", []string(nil)
	known := false
	o.fields(t.from, t.to, func(p field) {
		switch p.number {
		case 1:
			words = onnxType(p.value)
		case 2:
			known = true
			o.fields(p.from, p.to, func(p field) {
				dim := "?"
				o.fields(p.from, p.to, func(p field) {
					switch p.number {
					case 1:
						dim = strconv.FormatInt(int64(p.value), 10)
					case 2:
						dim = cell(o.proto.text(p, operatorMax))
					}
				})
				if len(shape) < dimsMost {
					shape = append(shape, dim)
				}
			})
		}
	})
	if known {
		words += "(" + strings.Join(shape, ", ") + ")"
	}
	return short(words, nameMost)
}
