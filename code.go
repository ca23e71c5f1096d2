package luminos

// CodeSize counts lines of code in programming languages, apart by their purpose. Generated and vendored files are left
// out.
type CodeSize struct {
	Own   int `json:"own"`   // outside of tests, fixtures, examples and documentation
	Tests int `json:"tests"` // in test files, and below directories of tests
	Other int `json:"other"` // in examples and documentation
	// Languages are the parts of Own by language, most code first. A dialect counts for the language that it extends:
	// TSX for TypeScript.
	Languages []LanguageCode `json:"languages"`
}

// LanguageCode is the number of lines of code in one language.
type LanguageCode struct {
	Name string `json:"name"`
	Code int    `json:"code_lines"`
}
