package pathrole

import (
	"iter"
	"slices"
	"strings"

	"luminos"
)

// packageHeads begin the names of packages of the JVM, whose languages keep a
// package in directories of its name: what looks like a place there,
// org/example/samples, is a part of a name.
var packageHeads = []string{"com", "org", "net", "io", "dev", "edu", "gov", "info", "de", "fr", "uk", "nl", "jp", "cn", "ru", "eu",
	"java", "javax", "jakarta", "kotlin", "kotlinx", "scala", "android", "androidx"}

// PackageRoot is the directory above p, or p itself, whose subdirectories are
// parts of the names of packages; "" when there is none.
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

// isBuildRoot knows src/main/java by where it stands.
func isBuildRoot(elems []string, i int) bool {
	return i > 1 && elems[i-2] == "src" && isPackageLanguage(elems[i])
}

// beginsPackages asks what follows, because a directory "java" beside "python"
// holds one of several programs, tests and all.
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

// above yields the names of the directories above p that are places, the
// outermost first.
func above(p luminos.Path) iter.Seq[string] {
	dir := p.Dir()
	if root := PackageRoot(dir); root != "" {
		dir = root
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
