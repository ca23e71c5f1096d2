package luminos

// Dependency is one declared direct dependency on a package outside of the target.
// Dependencies between packages of one workspace are left out.
type Dependency struct {
	Name      string `json:"name"`
	Version   string `json:"version,omitempty"` // the constraint as written
	Ecosystem string `json:"ecosystem"`
	Scope     string `json:"scope,omitempty"` // "" (runtime), "dev", "test", "build", "optional", "sdk" (of a project)
	Manifest  Path   `json:"manifest"`
}

// Library is a dependency with a known role in programs that depend on it.
type Library struct {
	// Role is "desktop", "mobile", "pages" (frameworks of web applications), "http" (frameworks of servers), "ui",
	// "view", "template", "orm", "database", "vector", "queue", "llm", "terminal", "cli", "rpc", "cloud" or "data".
	Role      string     `json:"role"`
	Title     string     `json:"title"`           // the name in text: "React"
	Major     int        `json:"major,omitempty"` // the major version, if the manifest permits only one from 2 on
	Name      string     `json:"name"`            // in its ecosystem: "react-dom"
	Ecosystem string     `json:"ecosystem"`
	Manifest  Path       `json:"manifest"`
	Evidence  []Evidence `json:"evidence,omitempty"`
}
