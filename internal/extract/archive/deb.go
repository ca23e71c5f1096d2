package archive

import (
	"archive/tar"
	"bufio"
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const controlMost = 1 << 20 // bytes of the control file of a package

// walkDeb passes the files of a Debian package to the listing, and reads its properties. The first member was read.
func walkDeb(f *file.File, l *listing, a *ar) error {
	l.x.Format, l.installed = "Debian package", true
	data := false
	for {
		m, err := a.next()
		switch {
		case err == io.EOF && !data:
			return io.ErrUnexpectedEOF
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		is := func(name string) bool { return strings.HasPrefix(m.name, name) }
		if !is("control.tar") && !is("data.tar") {
			continue
		}
		r, err := plainTar(f, m)
		if err != nil {
			return err
		}
		if is("data.tar") {
			data = true
			err = walkTar(r, l)
		} else {
			err = control(l, r)
		}
		if err != nil {
			return err
		}
	}
}

// plainTar returns the unpacked stream of a member.
func plainTar(f *file.File, m member) (io.Reader, error) {
	r := bufio.NewReader(io.NewSectionReader(f, m.at, m.size))
	head, err := r.Peek(10)
	if err != nil && err != io.EOF {
		return nil, err
	}
	c := codecOf(head, luminos.PathFromOS(m.name))
	switch {
	case c != nil:
		return c.inflated(f, r)
	case strings.HasSuffix(m.name, ".tar"):
		return io.NewSectionReader(f, m.at, m.size), nil
	}
	return nil, errVariant
}

// fields maps the fields of a control file to properties.
var fields = map[string]string{
	"package": "name", "version": "version", "architecture": "architecture", "maintainer": "author",
	"description": "title", "homepage": "homepage", "source": "source",
}

// scripts are the members of the control archive that the installation of a package runs.
var scripts = []string{"preinst", "postinst", "prerm", "postrm"}

// control reads the members of the control archive of a package.
func control(l *listing, r io.Reader) error {
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		name := clean(h.Name)
		if slices.Contains(scripts, name) {
			l.risk("runs scripts when it is installed")
		}
		if name != "control" {
			continue
		}
		b, err := io.ReadAll(io.LimitReader(t, controlMost))
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(b)) {
			name, value, ok := strings.Cut(line, ":")
			if p := fields[strings.ToLower(name)]; ok && p != "" {
				l.x.Set(p, strings.ToValidUTF8(value, "\uFFFD"))
			}
		}
	}
}
