package analyst

import (
	"context"
	"path"
	"strings"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/tool"
	"luminos/internal/words"
)

type planInput struct {
	Priority []priorityDir `json:"priority_dirs" jsonschema:"directories that deserve most: core logic, many sources, schemas, migrations"`
	Shallow  []plainDir    `json:"shallow_dirs" jsonschema:"directories for which a quick look is enough: fixtures, static assets, documentation only, few files"`
	Skip     []plainDir    `json:"skip_dirs" jsonschema:"directories not worth a look, with all below them: build output, dependency caches, vendored and generated code"`
	Order    string        `json:"investigation_order" jsonschema:"leaf-first, priority-first or breadth-first"`
	Notes    string        `json:"notes,omitempty"`
}

type priorityDir struct {
	Path      string   `json:"path"`
	Reason    string   `json:"reason"`
	Turns     int      `json:"suggested_turns" jsonschema:"15 to 20; never over 25"`
	Questions []string `json:"questions,omitempty" jsonschema:"one to five that reading the files can answer"`
}

type plainDir struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Plan asks the model for a plan: which directories get more turns, fewer turns or none. A plan with faults is asked
// for once more, if the ceilings allow another call; the caller checks the final plan.
func (e *Engine) Plan(ctx context.Context, d *luminos.Dossier) (*luminos.Plan, error) {
	var got *luminos.Plan
	out, err := e.ask(ctx, luminos.Event{Pass: luminos.PassPlan}, planLoop(d, &got))
	return submitted(got, out, err)
}

// planLoop returns the conversation of the plan, which stores the last plan in got.
func planLoop(d *luminos.Dossier, got **luminos.Plan) agent.Loop {
	submit := submitPlan(d.Facts, got)
	return agent.Loop{
		Terms: agent.Terms{System: prompt("plan.md", nil), Opening: planOpening(d)}, Limits: agent.Limits{Turns: passTurns},
		Tools: []tool.Tool{submit}, Submit: submit.Name,
	}
}

// submitPlan returns the tool submit_plan, which ends the conversation. It stores each plan in got, so that the last
// one counts. A plan with [planFaults] is rejected at the first call and accepted at the second.
func submitPlan(facts *luminos.Facts, got **luminos.Plan) tool.Tool {
	submit := tool.New[planInput, none]("submit_plan", "Submit the plan",
		"Hands in the plan and ends this task. Paths are as in the tree. Directories that it does not name get the default, 10 turns.",
		func(_ context.Context, in planInput) (tool.Result, error) {
			first := *got == nil
			*got = in.plan()
			if wrong := planFaults(*got, facts); first && len(wrong) > 0 {
				return tool.Failure("submit_plan: %s. Correct what is wrong, or leave it out, and submit the whole plan once more",
					strings.Join(wrong, "; ")), nil
			}
			return tool.Result{Text: "accepted", Ends: true}, nil
		})
	submit.Local = true
	return submit
}

// chosenFrom is the number of directories from which a plan has to choose.
const chosenFrom = 10

// planFaults returns the faults of a plan for which it is asked for once more, for the model.
func planFaults(p *luminos.Plan, facts *luminos.Facts) (faults []string) {
	if wrong := invented(p, facts); len(wrong) > 0 {
		faults = append(faults, "there is no directory "+words.Some(wrong, 20))
	}
	switch all := len(facts.Directories); {
	case all < chosenFrom:
	case len(p.Priority) == 0:
		faults = append(faults, "no directory has priority")
	case 2*len(p.Priority) > all:
		faults = append(faults, "more than half of the directories have priority, so none has")
	}
	return faults
}

// plan returns the plan in the arguments of submit_plan. It does not check that the directories exist.
func (in planInput) plan() *luminos.Plan {
	p := &luminos.Plan{
		Priority: make([]luminos.PlannedDir, 0, len(in.Priority)), Shallow: plannedDirs(in.Shallow), Skip: plannedDirs(in.Skip),
		Order: strings.TrimSpace(in.Order), Notes: paragraph(in.Notes, 2000),
	}
	for _, d := range in.Priority {
		to := luminos.PlannedDir{Path: pathOf(d.Path), Reason: paragraph(d.Reason, 300), Turns: d.Turns}
		for _, q := range d.Questions {
			to.Questions = append(to.Questions, paragraph(q, luminos.QuestionLength))
		}
		p.Priority = append(p.Priority, to)
	}
	return p
}

// invented returns the paths in a plan that are not directories of the target.
func invented(p *luminos.Plan, facts *luminos.Facts) (paths []string) {
	there := make(map[luminos.Path]bool, len(facts.Directories))
	for i := range facts.Directories {
		there[facts.Directories[i].Path] = true
	}
	for _, list := range [][]luminos.PlannedDir{p.Priority, p.Shallow, p.Skip} {
		for _, d := range list {
			if clean := strings.TrimLeft(path.Clean(string(d.Path)), "/"); !there[d.Path] && !there[luminos.Path(clean)] {
				paths = append(paths, named(d.Path))
			}
		}
	}
	return paths
}

// plannedDirs converts the directories that a model named in its plan to planned directories.
func plannedDirs(dirs []plainDir) []luminos.PlannedDir {
	out := make([]luminos.PlannedDir, 0, len(dirs))
	for _, d := range dirs {
		out = append(out, luminos.PlannedDir{Path: pathOf(d.Path), Reason: paragraph(d.Reason, 300)})
	}
	return out
}
