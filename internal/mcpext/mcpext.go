// Package mcpext defines the extensions of MCP that are used if server and client are both
// Luminos: the roles of tools, the structure of their results, and four methods.
package mcpext

import (
	"encoding/json"
	"errors"
	"io/fs"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
)

// TreeKey is the key of [Tree] in the _meta of a tool. A client finds the tools of
// a tree by role, not by name.
const TreeKey = "dev.luminos/tree"

// Tree is the metadata of a tool that reads the tree of a server: its role, and the
// name of its path argument.
type Tree struct {
	Version int    `json:"v"`
	Role    Role   `json:"role"`
	PathArg string `json:"pathArg,omitempty"` // the argument that is a path of the tree
}

// TreeVersion is the version of the contract that this package describes.
const TreeVersion = 1

// Role is the operation on a tree that a tool implements, such as listing a directory.
type Role string

// The roles. A server that has tools for list and read presents a tree.
const (
	RoleList      Role = "list"
	RoleRead      Role = "read"
	RoleStat      Role = "stat"
	RoleSearch    Role = "search"
	RoleStructure Role = "structure"
	RoleQuery     Role = "query"
	RoleRun       Role = "run"
)

// Entry is one entry of a tree. Names are escaped as a [luminos.Path] is.
type Entry struct {
	Name   string            `json:"name"`
	Kind   luminos.EntryKind `json:"kind"`
	Size   *int64            `json:"size,omitempty" jsonschema:"bytes; absent when unknown"`
	MTime  *time.Time        `json:"mtime,omitempty" jsonschema:"when it was last changed"`
	MIME   string            `json:"mime,omitempty"`
	Target string            `json:"target,omitempty" jsonschema:"where a symbolic link points"`
	// The fields below are set for file systems only.
	Mode      string `json:"mode,omitempty" jsonschema:"permissions, in octal"`
	Links     int64  `json:"links,omitempty" jsonschema:"how many names (hard links) it has"`
	Allocated *int64 `json:"allocated,omitempty" jsonschema:"bytes on disk"`
}

// Listing is the structured result of a tool with the role list.
type Listing struct {
	Path       string  `json:"path"`
	Entries    []Entry `json:"entries"`
	Total      int     `json:"total" jsonschema:"entries of the whole directory"`
	NextCursor string  `json:"nextCursor,omitempty" jsonschema:"pass as cursor to go on; absent at the end"`
}

// FileText is the structured result of a tool with the role read. The text itself
// is the one text block of the result, with line numbers.
type FileText struct {
	Path       string `json:"path"`
	Size       int64  `json:"size" jsonschema:"bytes of the file"`
	MIME       string `json:"mime,omitempty"`
	Encoding   string `json:"encoding,omitempty" jsonschema:"of the file; the text is UTF-8 here"`
	FirstLine  int    `json:"firstLine,omitempty" jsonschema:"number of the first line given, from 1"`
	LastLine   int    `json:"lastLine,omitempty"`
	NextOffset int    `json:"nextOffset,omitempty" jsonschema:"pass as offset to go on; absent at the end"`
	EOF        bool   `json:"eof" jsonschema:"the text reaches the end of the file"`
}

// The methods of Luminos that MCP does not have. A server announces each as an
// experimental capability of the same name. Programs call them; models do not see them.
const (
	MethodRead     = "luminos/read"
	MethodOutlines = "luminos/outlines"
	MethodHistory  = "luminos/history"
	MethodExtract  = "luminos/extract"
)

// CapabilitySandbox is the experimental capability with which a server announces how
// far the kernel confines it: {"level": "full"}.
const CapabilitySandbox = "luminos/sandbox"

// ReadParams are the parameters of MethodRead: a file, an offset and a number of
// bytes, with the meaning that they have for [luminos.Source.Read].
type ReadParams struct {
	mcp.ParamsBase
	Path   string `json:"path"`
	Offset int64  `json:"offset"`
	N      int    `json:"n"` // the server gives at most MaxRead bytes
}

// MaxRead bounds the bytes of one answer to MethodRead.
const MaxRead = 4 << 20

// ReadResult is the result of MethodRead. If there are fewer than N and fewer than
// MaxRead bytes, they reach the end of the file.
type ReadResult struct {
	mcp.ResultBase
	Data []byte `json:"data"`
	// Problem is the reason why there are no bytes, or "".
	Problem Problem `json:"problem,omitempty"`
}

// Problem is the reason why something could not be read: one of the constants, which a
// client can handle, or text.
type Problem string

// The problems that a client can handle.
const (
	ProblemNotExist   Problem = "not-exist"
	ProblemPermission Problem = "permission"
	ProblemNotRegular Problem = "not-regular"
	ProblemInvalid    Problem = "invalid"
)

// problems maps the names of problems to the errors that they stand for.
var problems = []struct {
	name Problem
	err  error
}{
	{ProblemNotExist, fs.ErrNotExist}, {ProblemPermission, fs.ErrPermission}, {ProblemNotRegular, luminos.ErrNotRegular}, {ProblemInvalid, fs.ErrInvalid},
}

// ProblemOf returns the problem that is sent to the client for an error: a constant, such as ProblemNotExist, or
// else the text of [luminos.ReadProblem]. It returns "" for nil.
func ProblemOf(err error) Problem {
	if err == nil {
		return ""
	}
	for _, p := range problems {
		if errors.Is(err, p.err) {
			return p.name
		}
	}
	return Problem(luminos.ReadProblem(err))
}

// Err returns the error for the problem p: [fs.ErrNotExist] for ProblemNotExist, a similar known error for each
// other constant, and nil for "". Any other p is a text of the server, and the error has this text.
func (p Problem) Err() error {
	if p == "" {
		return nil
	}
	for _, known := range problems {
		if known.name == p {
			return known.err
		}
	}
	return errors.New(string(p))
}

// OutlinesParams are the parameters of MethodOutlines: the paths of source files, the
// most important first.
type OutlinesParams struct {
	mcp.ParamsBase
	Paths []string `json:"paths"`
	// Parse is the number of bytes of text that may be parsed; parsing takes most of the
	// time. Files beyond it are outlined by patterns.
	Parse int64 `json:"parse"`
}

// OutlinesResult is the result of MethodOutlines: the outlines of the first paths of
// the request, in order, at least one. The client asks for the other paths again.
type OutlinesResult struct {
	mcp.ResultBase
	Outlines []*luminos.Outline `json:"outlines"` // nil for a file that cannot be read
	// Parsed is the number of bytes of text that were parsed, out of the bytes that
	// the request permits.
	Parsed int64 `json:"parsed"`
}

// MaxOutlines bounds the bytes of one answer to MethodOutlines.
const MaxOutlines = 1 << 20

// ExtractParams are the parameters of MethodExtract: the paths of files, and the bytes of text that are wanted of each.
type ExtractParams struct {
	mcp.ParamsBase
	Paths []string `json:"paths"`
	Text  int      `json:"text"`
	Inner int      `json:"inner,omitempty"` // see [luminos.Extract]
}

// ExtractResult is the result of MethodExtract: the extractions of the first paths of the request, in order, at least
// one. The client asks for the other paths again.
type ExtractResult struct {
	mcp.ResultBase
	Extractions []*luminos.Extraction `json:"extractions"` // nil for a file that no reader reads
}

// MaxExtracted bounds the bytes of one answer to MethodExtract. An answer for one file may be longer.
const MaxExtracted = 4 << 20

// ExtractLimits is the time limit of a call of MethodExtract, in limits of other calls: 90 seconds, so that a file is
// read on a busy machine too.
const ExtractLimits = 3

// HistoryParams are the parameters of MethodHistory: the commit up to which the history is read, and whether the copy
// of the repository lacks older commits.
type HistoryParams struct {
	mcp.ParamsBase
	Commit  string `json:"commit"`
	Shallow bool   `json:"shallow,omitempty"`
}

// HistoryResult is the result of MethodHistory.
type HistoryResult struct {
	mcp.ResultBase
	History *luminos.History `json:"history"`
}

// TreeOf returns the role of a tool in reading the tree of files, from meta, the metadata of its definition. It
// returns false if meta has no role, or a role of another version than TreeVersion.
func TreeOf(meta map[string]any) (Tree, bool) {
	v, ok := meta[TreeKey]
	if !ok {
		return Tree{}, false
	}
	b, err := json.Marshal(v)
	if err != nil {
		return Tree{}, false
	}
	var t Tree
	if err := json.Unmarshal(b, &t); err != nil || t.Version != TreeVersion || t.Role == "" {
		return Tree{}, false
	}
	return t, true
}
