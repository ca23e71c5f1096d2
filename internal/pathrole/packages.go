package pathrole

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"luminos"
)

// packageHeads are first elements of package names on the JVM. Packages lie in
// directories of their names, so in org/example/samples "samples" is part of a
// name.
var packageHeads = []string{"com", "org", "net", "io", "dev", "edu", "gov", "info", "de", "fr", "uk", "nl", "jp", "cn", "ru", "eu",
	"java", "javax", "jakarta", "kotlin", "kotlinx", "scala", "android", "androidx"}

// PackageRoot returns the directory above p, or p itself, whose subdirectories are
// parts of package names, or "":
//
//	src/main/java  src/jvmTest/kotlin   as Maven and Gradle have it
//	src/java                            as Ant does
//	java/com/…     src/com/…            by the name that begins
func PackageRoot(p luminos.Path) luminos.Path {
	elems := strings.Split(string(p), "/")
	for _, isRoot := range []func(elems []string, i int) bool{isBuildRoot, beginsPackages} {
		for i := range elems {
			if isRoot(elems, i) {
				return luminos.Path(strings.Join(elems[:i+1], "/"))
			}
		}
	}
	return ""
}

// isBuildRoot reports whether the directory elems[i] of a path is a package root by its place, as
// java in src/main/java.
func isBuildRoot(elems []string, i int) bool {
	return i > 1 && elems[i-2] == "src" && isPackageLanguage(elems[i])
}

// beginsPackages reports whether the directory elems[i] of a path is a package root by its neighbours in
// the path: a language such as java after src or before the start of a package name, or src before com or
// org. Any other "java" is no root: it may hold a whole program with its tests.
func beginsPackages(elems []string, i int) bool {
	var next string
	if i+1 < len(elems) {
		next = elems[i+1]
	}
	if isPackageLanguage(elems[i]) {
		return i > 0 && elems[i-1] == "src" || slices.Contains(packageHeads, next)
	}
	return elems[i] == "src" && (next == "com" || next == "org")
}

func isPackageLanguage(name string) bool {
	return name == "java" || name == "kotlin" || name == "scala" || name == "groovy"
}

// LoadPath returns the first directory with the name lib at or above p, or "". Sources of Ruby below it lie in
// directories of the names of their modules: lib/rack/test holds parts of Rack::Test.
func LoadPath(p luminos.Path) luminos.Path {
	elems := strings.Split(string(p), "/")
	return luminos.Path(strings.Join(elems[:slices.Index(elems, "lib")+1], "/"))
}

// Namespace returns the directory above the first directory with the name Test below a directory with the name src, or
// "". In sources of PHP, Test is a part of a namespace there, since tests are in Tests.
func Namespace(p luminos.Path) luminos.Path {
	elems := strings.Split(string(p), "/")
	src := slices.Index(elems, "src") + 1
	if test := slices.Index(elems[src:], "Test"); src > 0 && test >= 0 {
		return luminos.Path(strings.Join(elems[:src+test], "/"))
	}
	return ""
}

// above yields the names of the directories above p, the outermost first. It stops at the package
// root, so that parts of package names are left out.
func above(p luminos.Path) iter.Seq[string] {
	dir := p.Dir()
	if root := PackageRoot(dir); root != "" {
		dir = root
	} else if p.Ext() == ".rb" {
		dir = cmp.Or(LoadPath(dir), dir)
	} else if p.Ext() == ".php" {
		dir = cmp.Or(Namespace(dir), dir)
	}
	return func(yield func(string) bool) {
		if dir == luminos.Root {
			return
		}
		for name := range strings.SplitSeq(string(dir), "/") {
			if !yield(name) {
				return
			}
		}
	}
}
