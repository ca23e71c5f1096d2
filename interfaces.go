package luminos

// Interfaces are the places where the target's own code meets its surroundings, as patterns find them. Tests, examples,
// documentation, vendored and generated files do not count. Lists are sorted by path and line.
type Interfaces struct {
	Listeners    []Place `json:"listeners"`    // places that listen for connections; a name is a port or an address
	Routes       []Place `json:"routes"`       // HTTP routes; a name is a path
	Subprocesses []Place `json:"subprocesses"` // places that start programs; a name is the program, if it is a literal
	Services     []Place `json:"services"`     // addresses of programming interfaces of others; a name is a host
	AnyOrigin    []Place `json:"any_origin"`   // places that let web pages of any origin call the target
	Permissions  []Place `json:"permissions"`  // that manifests of apps and of browser extensions ask for
	// Environment lists the environment variables that the code names, by name.
	Environment []Variable `json:"environment"`
	// Migrations are the directories with migrations of databases.
	Migrations []Migrations `json:"migrations"`
	// LeftOut counts the places over the bounds of the lists.
	LeftOut int `json:"left_out,omitempty"`
}

// Place is a line of the target that matches a pattern.
type Place struct {
	Name     string   `json:"name,omitempty"`
	Path     Path     `json:"path"`
	Line     int      `json:"line"`
	Evidence Evidence `json:"evidence,omitzero"`
}

// Variable is an environment variable that the code names.
type Variable struct {
	Name   string `json:"name"`
	Places int    `json:"places"` // lines that name it
	First  Place  `json:"first"`
	// System reports that the variable belongs to the system or to a common convention, such as HOME and NO_PROXY.
	System bool `json:"system,omitempty"`
	// Documented is a document or a sample of settings that has the name, or "".
	Documented Path `json:"documented,omitempty"`
}

// Migrations is a directory with migrations of a database.
type Migrations struct {
	Dir   Path `json:"dir"`
	Files int  `json:"files"`
}
