package facts

import (
	"path"
	"strings"

	"luminos"
)

// instructionFiles are names of files that coding agents read as instructions.
var instructionFiles = map[string]bool{
	"agents.md": true, "agent.md": true, "claude.md": true, "claude.local.md": true, "gemini.md": true, "copilot-instructions.md": true,
	".cursorrules": true, ".windsurfrules": true, ".clinerules": true, ".roorules": true, ".goosehints": true, "agents.override.md": true,
}

// instructionDirs are directories whose documents coding agents read as
// instructions.
var instructionDirs = []string{".cursor/rules/", ".cursor/commands/", ".claude/agents/", ".claude/commands/", ".claude/rules/", ".windsurf/rules/",
	".clinerules/", ".roo/rules/", ".opencode/agent/", ".opencode/command/", ".junie/", ".github/instructions/", ".github/prompts/"}

// isInstructionFile reports whether coding agents read a file as instructions.
func isInstructionFile(p luminos.Path) bool {
	name := strings.ToLower(string(p))
	base := path.Base(name)
	if instructionFiles[base] {
		return true
	}
	switch path.Ext(base) {
	case ".md", ".mdc", ".mdx", ".txt":
	default:
		return false
	}
	if base == "skill.md" {
		return true
	}
	for _, dir := range instructionDirs {
		if strings.HasPrefix(name, dir) || strings.Contains(name, "/"+dir) {
			return true
		}
	}
	return false
}
