package luminos

// TargetSettings are the settings in a luminos.toml at the root of the target.
type TargetSettings struct {
	Path Path `json:"path"`
	// Used are the settings that counted or would without the user's own; Refused ones are not for a target to set.
	Used    []TargetSetting `json:"used"`
	Refused []TargetSetting `json:"refused"`
	Problem string          `json:"problem,omitempty"` // why the file was not read
}

// TargetSetting is one key of [TargetSettings].
type TargetSetting struct {
	Key   string `json:"key"`
	Line  int    `json:"line"`
	Value string `json:"value,omitempty"`
}
