package history

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// maxConfig is the most bytes of the settings of a repository that are read.
const maxConfig = 64 << 10

// remoteOf returns the address at which a browser shows the repository that the remote "origin" names, such as
// "https://github.com/owner/name", or "" without such a remote or for a host that is no known forge. Names and
// passwords in the address of the remote are left out.
func remoteOf(ctx context.Context, src Reader) string {
	text, err := src.Read(ctx, ".git/config", 0, maxConfig)
	if err != nil {
		return ""
	}
	inside := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			inside = line == `[remote "origin"]`
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		if inside && strings.TrimSpace(key) == "url" {
			return webAddress(strings.TrimSpace(value))
		}
	}
	return ""
}

// forges are the hosts whose pages about lines of a file have known addresses.
var forges = []string{"github.com", "gitlab.com", "codeberg.org", "bitbucket.org"}

// repository is the path of a repository in an address: an owner, perhaps groups, and a name.
var repository = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*){1,8}$`)

// webAddress returns the address of the page of a repository with this remote address, or "".
func webAddress(remote string) string {
	if host, path, ok := strings.Cut(remote, ":"); ok && !strings.Contains(host, "/") && !strings.HasPrefix(path, "//") {
		remote = "ssh://" + host + "/" + path // the short form of git: user@host:path
	}
	u, err := url.Parse(remote)
	if err != nil || !slices.Contains([]string{"https", "http", "ssh", "git"}, u.Scheme) {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	path := strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git")
	if !slices.Contains(forges, host) || !repository().MatchString(path) || strings.Contains(path, "..") {
		return ""
	}
	return "https://" + host + "/" + path
}
