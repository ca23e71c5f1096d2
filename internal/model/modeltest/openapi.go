package modeltest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// SchemaVariable is the environment variable with the file name of the public OpenAPI description of the API. If it is
// not set, [FindSchema] looks beside the project.
const SchemaVariable = "LUMINOS_EVAL_OPENAPI"

// schemaBeside is the path of the OpenAPI description relative to the root of the project.
const schemaBeside = "../shared/eval/anthropic-openapi.json"

// Schema checks the bodies of requests against the public OpenAPI description of the API. The description is of August
// 2026, so it rejects newer fields.
type Schema struct{ messages *jsonschema.Schema }

// FindSchema returns the public description of the API, which it reads once per process. The error wraps
// [fs.ErrNotExist] if there is no such file; a test can then run without it.
func FindSchema() (*Schema, error) { return foundSchema() }

var foundSchema = sync.OnceValues(func() (*Schema, error) {
	if name := os.Getenv(SchemaVariable); name != "" {
		return readSchema(name)
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("looking for the description of the API, %s: %w", schemaBeside, err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return readSchema(filepath.Join(dir, filepath.FromSlash(schemaBeside)))
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil, fmt.Errorf("looking for the description of the API, %s: no project around this directory: %w", schemaBeside, fs.ErrNotExist)
		}
		dir = up
	}
})

// readSchema reads the OpenAPI description of the API from the named file and compiles the schema of requests for an
// answer.
func readSchema(name string) (*Schema, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the description of the API: %w", err)
	}
	messages, err := compile(raw, "#/components/schemas/CreateMessageParams")
	if err != nil {
		return nil, fmt.Errorf("compiling the description of the API in %s: %w", name, err)
	}
	return &Schema{messages}, nil
}

// compile compiles the part of the JSON schema raw to which the fragment refers. It loads no other schema.
func compile(raw []byte, fragment string) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource("mem:schema", doc); err != nil {
		return nil, err
	}
	return c.Compile("mem:schema" + fragment)
}

// problem returns the reason why the body of a request does not fit the public description of the API, or "" if it
// fits.
func (s *Schema) problem(body []byte) string {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err.Error()
	}
	if err = s.messages.Validate(doc); err == nil {
		return ""
	}
	if v, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		err = deepest(v)
	}
	return fmt.Sprintf("the public description of the API (August 2026; younger fields are not in it) refuses the body: %.600s", err)
}

// deepest returns, of the causes of a violated schema, the one at the deepest place in the request: if a body fits none
// of twenty kinds of blocks, the other causes only state that it is of another kind.
func deepest(v *jsonschema.ValidationError) *jsonschema.ValidationError {
	best := v
	for _, c := range v.Causes {
		if d := deepest(c); len(d.InstanceLocation) > len(best.InstanceLocation) || len(best.Causes) > 0 && len(d.Causes) == 0 && len(d.InstanceLocation) == len(best.InstanceLocation) {
			best = d
		}
	}
	return best
}
