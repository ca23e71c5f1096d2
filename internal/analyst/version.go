package analyst

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/tool"
)

// versions holds a number for each pass. Raise it if Go code changes the text that a model reads in the pass, or the
// reading of its answers, while prompts, templates and tools stay as they are: [Engine.Digest] does not cover such a
// change.
var versions = map[luminos.Pass]int{
	luminos.PassSurvey: 1, luminos.PassPlan: 1, luminos.PassDirectories: 1, luminos.PassSynthesis: 1,
}

// Version returns a string that differs between engines that may answer differently about the same target in the given
// pass. It consists of versions of code, the digest of all texts for the model, the model, and the settings of its
// calls. It does not depend on the build of the program.
func (e *Engine) Version(pass luminos.Pass) string {
	return fmt.Sprintf("%d.%d %s %s %d %d %s", versions[pass], agent.Version, e.Digest(pass), e.modelOf(pass),
		e.opts.Context, e.opts.MaxOutput, e.opts.Effort)
}

// Digest returns a digest of the texts of a pass: its prompt, and the names, descriptions and schemas of all tools that
// the pass offers or describes, including the tools of the target.
func (e *Engine) Digest(pass luminos.Pass) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if d, ok := e.digests[pass]; ok {
		return d
	}
	h := sha256.New()
	for _, name := range textsOf[pass] {
		text, err := promptFiles.ReadFile("prompts/" + name)
		if err != nil {
			panic(err) // the files are embedded
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	for _, t := range e.toolsOf(pass) {
		schema, err := json.Marshal(t.Input)
		if err != nil {
			schema = []byte(err.Error()) // a conversation with such a tool fails
		}
		fmt.Fprintf(h, "%q %q %s\n", t.Name, t.Description, schema)
	}
	d := hex.EncodeToString(h.Sum(nil)[:8])
	e.digests[pass] = d
	return d
}

// toolsOf returns the tools that a pass offers to the model or describes in its first message.
func (e *Engine) toolsOf(pass luminos.Pass) []tool.Tool {
	switch pass {
	case luminos.PassSurvey:
		return append([]tool.Tool{e.submitSurvey(new(*luminos.Survey))}, e.opts.Tools...)
	case luminos.PassPlan:
		return []tool.Tool{submitPlan(&luminos.Facts{}, new(*luminos.Plan))}
	case luminos.PassDirectories:
		return append(newWork(e, &luminos.Unit{}).tools(), e.opts.Tools...)
	case luminos.PassSynthesis:
		return (&synthesist{}).tools()
	}
	return nil
}
