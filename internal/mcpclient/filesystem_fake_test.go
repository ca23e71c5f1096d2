package mcpclient

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// filesystemServer speaks as the public filesystem server does, to the letter
// of its texts. An old one has no exclusions and gives no bytes. It allows dir or,
// if they are given, only directories in dir.
func filesystemServer(dir string, modern bool, allowed ...string) *mcp.Server {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		panic(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "secure-filesystem-server", Version: "0.2.0"}, nil)
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(bool)}
	yes := true
	add := func(name, properties string, a *mcp.ToolAnnotations, call func(context.Context, pathArgs) (*mcp.CallToolResult, error)) {
		required := `,"required":["path"]`
		if properties == "" {
			required = ""
		}
		s.AddTool(&mcp.Tool{Name: name, Description: name, Annotations: a, InputSchema: json.RawMessage(`{"type":"object","properties":{` + properties + `}` + required + `}`)}, handle(call))
	}
	const path = `"path":{"type":"string"}`
	exclude := ""
	if modern {
		exclude = `,"excludePatterns":{"type":"array","items":{"type":"string"}}`
	}
	add("list_allowed_directories", "", reads, func(context.Context, pathArgs) (*mcp.CallToolResult, error) {
		if len(allowed) > 0 {
			return text("Allowed directories:\n" + dir + "/" + strings.Join(allowed, "\n"+dir+"/")), nil
		}
		return text("Allowed directories:\n" + dir), nil
	})
	add("list_directory", path, reads, in(dir, func(name string, _ pathArgs) (*mcp.CallToolResult, error) {
		entries, err := os.ReadDir(name)
		if err != nil {
			return nodeError(err, "scandir", name)
		}
		var lines []string
		for _, e := range entries {
			mark := "[FILE] "
			if e.IsDir() {
				mark = "[DIR] "
			}
			lines = append(lines, mark+strings.ToValidUTF8(e.Name(), "\uFFFD"))
		}
		return text(strings.Join(lines, "\n")), nil
	}))
	add("directory_tree", path+exclude, reads, in(dir, func(name string, a pathArgs) (*mcp.CallToolResult, error) {
		if len(a.Exclude) != 1 || a.Exclude[0] != "*/*" {
			return failed(fmt.Errorf("the whole tree was asked for"))
		}
		entries, err := os.ReadDir(name)
		if err != nil {
			return nodeError(err, "scandir", name)
		}
		tree := []map[string]any{}
		for _, e := range entries {
			m := map[string]any{"name": strings.ToValidUTF8(e.Name(), "\uFFFD"), "type": "file"}
			if e.IsDir() {
				m["type"], m["children"] = "directory", []any{}
				if _, err := os.ReadDir(filepath.Join(name, e.Name())); err != nil {
					return nodeError(err, "scandir", name)
				}
			}
			tree = append(tree, m)
		}
		b, err := json.MarshalIndent(tree, "", "  ")
		return text(string(b)), err
	}))
	add("get_file_info", path, reads, in(dir, func(name string, _ pathArgs) (*mcp.CallToolResult, error) {
		info, err := os.Stat(name)
		if err != nil {
			return nodeError(err, "stat", name)
		}
		when := info.ModTime().UTC().Format("Mon Jan 02 2006 15:04:05 GMT+0000 (Coordinated Universal Time)")
		return text(fmt.Sprintf("size: %d\ncreated: %s\nmodified: %s\naccessed: %s\nisDirectory: %t\nisFile: %t\npermissions: %o",
			info.Size(), when, when, when, info.IsDir(), info.Mode().IsRegular(), info.Mode().Perm())), nil
	}))
	add("read_text_file", path+`,"head":{"type":"number"},"tail":{"type":"number"}`, reads, in(dir, func(name string, a pathArgs) (*mcp.CallToolResult, error) {
		b, err := os.ReadFile(name)
		if err != nil {
			return nodeError(err, "open", name)
		}
		lines := strings.Split(strings.TrimSuffix(strings.ToValidUTF8(string(b), "\uFFFD"), "\n"), "\n")
		if a.Head > 0 {
			lines = lines[:min(a.Head, len(lines))]
		}
		return text(strings.Join(lines, "\n")), nil
	}))
	if modern {
		add("read_media_file", path, reads, in(dir, func(name string, _ pathArgs) (*mcp.CallToolResult, error) {
			if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
				time.Sleep(time.Hour) // as the real one does on a FIFO
			}
			b, err := os.ReadFile(name)
			if err != nil {
				return nodeError(err, "read", name)
			}
			r := &mcp.ResourceContents{URI: "file://" + name, MIMEType: "application/octet-stream", Blob: b}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.EmbeddedResource{Resource: r}}}, nil
		}))
	}
	add("write_file", path+`,"content":{"type":"string"}`, &mcp.ToolAnnotations{DestructiveHint: &yes}, in(dir, func(name string, _ pathArgs) (*mcp.CallToolResult, error) {
		return text("written"), os.WriteFile(name, []byte("harm"), 0o644)
	}))
	return s
}

// in checks a path as the public server does.
func in(dir string, call func(name string, a pathArgs) (*mcp.CallToolResult, error)) func(context.Context, pathArgs) (*mcp.CallToolResult, error) {
	return func(_ context.Context, a pathArgs) (*mcp.CallToolResult, error) {
		real, err := filepath.EvalSymlinks(a.Path)
		switch {
		case os.IsNotExist(err) && filepath.Dir(a.Path) == dir:
			return failed(fmt.Errorf("Parent directory does not exist: %s", dir))
		case err != nil:
			return nodeError(err, "realpath", a.Path)
		case real != dir && !strings.HasPrefix(real, dir+"/"):
			return failed(fmt.Errorf("Access denied - symlink target outside allowed directories: %s not in %s", real, dir))
		}
		return call(real, a)
	}
}

// nodeError returns an error in the format of Node.
func nodeError(err error, call, name string) (*mcp.CallToolResult, error) {
	what := err.Error()
	switch {
	case os.IsNotExist(err):
		what = "ENOENT: no such file or directory"
	case os.IsPermission(err):
		what = "EACCES: permission denied"
	case strings.Contains(what, "not a directory"):
		what = "ENOTDIR: not a directory"
	case strings.Contains(what, "is a directory"):
		what = "EISDIR: illegal operation on a directory"
	}
	return failed(fmt.Errorf("%s, %s '%s'", what, call, name))
}
