package rules

import (
	"luminos"
	"luminos/internal/words"
)

// settingsFlags returns a flag if the luminos.toml of the target has settings that were used, and one if it has
// settings that only a user may make.
func settingsFlags(s *luminos.TargetSettings) []luminos.Flag {
	if s == nil {
		return nil
	}
	var out []luminos.Flag
	var used, refused []string
	for _, u := range s.Used {
		used = append(used, u.Key+" = “"+words.Line(u.Value, 60)+"”")
	}
	for _, r := range s.Refused {
		refused = append(refused, r.Key)
	}
	if len(used) > 0 {
		out = append(out, flag(luminos.RuleOwnSettings, s.Path, luminos.Info,
			"The target has settings for this report: "+words.Some(used, 5)+".", "settings of your own, or flags, prevail"))
		out[0].Lines = &luminos.LineRange{First: s.Used[0].Line, Last: s.Used[0].Line}
	}
	if len(refused) > 0 {
		f := flag(luminos.RuleRefusedSettings, s.Path, luminos.Concern,
			"The target sets settings that only its user may set: "+words.Some(refused, 5)+". It was not used.",
			"ask who wrote it, and why")
		f.Lines = &luminos.LineRange{First: s.Refused[0].Line, Last: s.Refused[0].Line}
		out = append(out, f)
	}
	return out
}
