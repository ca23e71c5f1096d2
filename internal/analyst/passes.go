package analyst

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/tool"
)

// passRow describes one pass of the engine.
type passRow struct {
	pass luminos.Pass
	// version is raised if Go code changes the text that a model reads in the pass, or the reading of its answers, while
	// prompts, templates and tools stay as they are: [Engine.digest] does not cover such a change.
	version int
	// texts are the template files from which the messages of the pass are made.
	texts []string
	// model returns the name of the model that is asked.
	model func(Models) string
	// tools returns the tools that the pass offers to the model or describes in its first message.
	tools func(*Engine) []tool.Tool
}

// passRows returns one row for each pass of the engine: its prompts, its model and its tools.
func passRows() []passRow {
	return []passRow{
		{luminos.PassSurvey, 3, []string{"survey.md", "survey_opening.md", "facts.md", "tree.md"},
			func(m Models) string { return m.Survey },
			func(e *Engine) []tool.Tool {
				return append([]tool.Tool{e.submitSurvey(new(*luminos.Survey))}, e.opts.Tools...)
			}},
		{luminos.PassPlan, 1, []string{"plan.md", "plan_opening.md", "survey_report.md", "facts.md", "tree.md"},
			func(m Models) string { return m.Plan },
			func(*Engine) []tool.Tool { return []tool.Tool{submitPlan(&luminos.Facts{}, new(*luminos.Plan))} }},
		{luminos.PassDirectories, 14, []string{"directory.md", "directory_opening.md", "survey_report.md",
			"directory_facts.md", "directory_around.md", "directory_earlier.md", "directory_contents.md", "raised.md", "handover.md", "unsure.md"},
			func(m Models) string { return m.Directories },
			func(e *Engine) []tool.Tool { return append(newWork(e, &luminos.Unit{}).tools(), e.opts.Tools...) }},
		{luminos.PassSynthesis, 12, []string{"synthesis.md", "synthesis_opening.md", "survey_report.md", "facts.md",
			"entries.md"},
			func(m Models) string { return m.Synthesis },
			func(e *Engine) []tool.Tool { return append((&synthesist{}).tools(), e.opts.Tools...) }},
		{luminos.PassJudge, 7, []string{"judge.md"},
			func(m Models) string { return m.Judge },
			func(*Engine) []tool.Tool { return []tool.Tool{newBench(nil).tool()} }},
		{luminos.PassGrouping, 1, []string{"grouping.md", "grouping_opening.md"},
			func(m Models) string { return m.Synthesis },
			func(*Engine) []tool.Tool {
				return []tool.Tool{submitGrouping(&luminos.GroupTask{}, new(*[]luminos.GroupDraft))}
			}},
		{luminos.PassRefine, 7, []string{"refine.md", "refine_opening.md", "synthesis_opening.md",
			"survey_report.md", "facts.md", "entries.md"},
			func(m Models) string { return m.Refine },
			func(e *Engine) []tool.Tool {
				return append((&refiner{synthesist: &synthesist{}}).tools(), e.opts.Tools...)
			}},
		{luminos.PassAsk, 3, []string{"ask.md", "ask_opening.md"},
			func(m Models) string { return m.Synthesis },
			func(e *Engine) []tool.Tool {
				return append([]tool.Tool{NewResponder(e).submit(new(*Answer))}, e.opts.Tools...)
			}},
	}
}

// rowOf returns the description of a pass in passRows, and whether the engine has the pass.
func rowOf(pass luminos.Pass) (row passRow, ok bool) {
	rows := passRows()
	i := slices.IndexFunc(rows, func(r passRow) bool { return r.pass == pass })
	if i < 0 {
		return row, false
	}
	return rows[i], true
}

// Version returns a string that differs between engines that may answer differently about the same target in the given
// pass. It consists of versions of code, the digest of all texts for the model, the model, and the settings of its
// calls. It does not depend on the build of the program. It is "" if the engine does not have the pass.
func (e *Engine) Version(pass luminos.Pass) string {
	row, ok := rowOf(pass)
	if !ok {
		return ""
	}
	v := fmt.Sprintf("%d.%d %s %s %d %d %s", row.version, agent.Version, e.digest(row), row.model(e.opts.Models),
		e.opts.Context, e.opts.MaxOutput, e.opts.Effort)
	if text := inLanguage(e.opts.Language); text != "" { // without a language the versions of earlier results hold
		sum := sha256.Sum256([]byte(text))
		v += " language " + hex.EncodeToString(sum[:8])
	}
	return v
}

// inLanguage returns the end of each system prompt, which names the language of answers by its tag, or "" for "".
func inLanguage(tag string) string {
	if tag == "" {
		return ""
	}
	return "\n" + prompt("language.md", tag)
}

// digest returns a digest of the texts of a pass: its prompt, and the names, descriptions and schemas of all tools that
// the pass offers or describes, including the tools of the target.
func (e *Engine) digest(row passRow) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if d, ok := e.digests[row.pass]; ok {
		return d
	}
	h := sha256.New()
	for _, name := range row.texts {
		text, _ := promptFiles.ReadFile("prompts/" + name) // a test reads each
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	for _, t := range row.tools(e) {
		schema, _ := json.Marshal(t.Input) // a conversation with a tool without a valid schema fails
		fmt.Fprintf(h, "%q %q %s\n", t.Name, t.Description, schema)
	}
	d := hex.EncodeToString(h.Sum(nil)[:8])
	e.digests[row.pass] = d
	return d
}
