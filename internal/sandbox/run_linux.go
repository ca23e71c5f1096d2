package sandbox

import (
	"bytes"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// Rights of Landlock for the files of a run.
const (
	readFiles    = ll.AccessFSReadFile | ll.AccessFSReadDir
	replaceFiles = ll.AccessFSWriteFile | ll.AccessFSTruncate | ll.AccessFSMakeReg | ll.AccessFSRemoveFile
	changeFiles  = readFiles | replaceFiles | ll.AccessFSMakeDir | ll.AccessFSRemoveDir | ll.AccessFSRefer
	executeFile  = ll.AccessFSReadFile | ll.AccessFSExecute
)

// resolverFiles are the files and directories that the resolvers of Go and of the C library read. The directories
// contain the resolv.conf of programs that manage networks, and replace the file while a run is at work.
var resolverFiles = []string{
	"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols", "/etc/mdns.allow",
	"/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/run/nscd",
}

// confineRun implements ConfineRun for Linux.
func confineRun(o Rights) State {
	var p runParts
	if o.Network {
		_, _ = x509.SystemCertPool() // reads the certificates, which cannot be read later
	}
	p.inherited = closeInherited()
	p.files, p.signals = restrictRun(o)
	if p.calls = filterable(); p.calls == nil {
		p.calls = install(filter(audit, callsOfRuns(o)))
	}
	return p.state(o)
}

// availableToRuns returns the State that confineRun would reach with this kernel.
func availableToRuns(o Rights) State {
	var p runParts
	_, p.inherited = os.ReadDir(ownFiles)
	p.files, p.signals = landlockForRuns()
	if p.files == nil {
		_, p.files = ownProgram()
	}
	p.calls = filterable()
	return p.state(o)
}

// runParts holds an error for each part of the confinement of a run that is missing, and nil for the other parts.
type runParts struct{ inherited, files, signals, calls error }

// state returns the level that a run with the rights o has reached, and the missing parts.
func (p runParts) state(o Rights) State {
	s := State{Level: Full}
	s.lack("inherited files", p.inherited, "what the parent left open, besides the standard streams, still is")
	s.lack("Landlock", p.files, "all files of the user can be read and written, and all programs started")
	if p.files == nil {
		s.lack("Landlock of version 6", p.signals, "other processes of the user can be ended")
	}
	s.lack("seccomp", p.calls, "modes, times and attributes of files can be changed, and sockets made")
	if o.Network {
		s.lack("network", errModel, "all hosts can be reached")
	}
	if o.Network && o.Local {
		s.lack("Unix sockets", errLocal, "programs that listen at one can be reached, such as those that start others for the user")
	}
	if p.files != nil && p.calls != nil {
		s.Level = None
	}
	return s
}

var (
	errModel = errors.New("needed to reach the model or the server")
	errLocal = errors.New("needed to find an address that ends in .local")
	errOld   = errors.New("the version of this kernel is too old")
)

// landlockForRuns returns an error if this kernel cannot restrict the files of a run, and a second one if it cannot
// restrict signals. Storing an investigation links files of different directories, which version 1 of Landlock always
// forbids.
func landlockForRuns() (files, signals error) {
	version, err := ll.LandlockGetABIVersion()
	if err == nil && version < 2 {
		err = errOld
	}
	if version < 6 {
		signals = errOld
	}
	return err, signals
}

// restrictRun restricts the process with Landlock to the files that the rights o name and the files that this program
// was loaded from. Without o.Network it also forbids the sockets that Landlock can forbid. It returns an error for
// each of the parts files and signals that is missing.
func restrictRun(o Rights) (files, signals error) {
	files, signals = landlockForRuns()
	if files != nil {
		return files, signals
	}
	own, err := ownProgram()
	if err != nil {
		return err, signals
	}
	rules := []landlock.Rule{
		// A child closes files that it finds in /proc, and libpsx finds the threads of a process there.
		landlock.PathAccess(ll.AccessFSReadDir, "/proc"),
		landlock.PathAccess(executeFile, own...).IgnoreIfMissing(),
		landlock.PathAccess(ll.AccessFSReadFile|ll.AccessFSWriteFile, os.DevNull).IgnoreIfMissing(), // of children
		landlock.PathAccess(ll.AccessFSReadFile, "/etc/ld.so.cache").IgnoreIfMissing(),
		landlock.PathAccess(changeFiles, o.Write...),
		landlock.PathAccess(replaceFiles, o.Replace...),
	}
	read := o.Read
	config := landlock.V11
	if o.Network {
		// Later versions forbid UDP and the sockets of resolvers.
		config = landlock.V8
		config.HandledAccessNet = 0
		read = slices.Concat(read, resolverFiles)
		for _, library := range own[1:] { // modules of the resolver are beside the C library
			read = append(read, filepath.Dir(library))
		}
	}
	for _, name := range read {
		rights := landlock.AccessFSSet(ll.AccessFSReadFile)
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			rights = readFiles
		}
		rules = append(rules, landlock.PathAccess(rights, name).IgnoreIfMissing())
	}
	return config.BestEffort().Restrict(rules...), signals
}

// ownProgram returns the names of the files that contain the code of this process: the program, then, if there are
// any, the loader and the libraries of the system.
func ownProgram() ([]string, error) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return nil, err
	}
	program, _ := os.Readlink("/proc/self/exe")
	names := []string{"/proc/self/exe"} // leads to the program even if another file has its name by now
	for line := range strings.Lines(string(maps)) {
		fields := strings.Fields(line) // address, rights, offset, device, inode, name
		if len(fields) < 6 || !strings.Contains(fields[1], "x") || !strings.HasPrefix(fields[5], "/") {
			continue
		}
		if name := strings.Join(fields[5:], " "); name != program && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// eraseInitial overwrites the environment variables at the start of the process, except the variables for which keep
// returns true. /proc/PID/environ shows that memory, which no change of the environment touches.
func eraseInitial(keep func(variable string) bool) error {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return err
	}
	// The second field is a name that may contain spaces; field 3 is the first behind it.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	const envStart, envEnd = 50 - 3, 51 - 3
	if len(fields) <= envEnd {
		return fmt.Errorf("parsing /proc/self/stat: unexpected content %q", stat)
	}
	start, err := strconv.ParseInt(fields[envStart], 10, 64)
	if err != nil {
		return err
	}
	end, err := strconv.ParseInt(fields[envEnd], 10, 64)
	if err != nil {
		return err
	}
	memory, err := os.OpenFile("/proc/self/mem", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer memory.Close()
	block := make([]byte, end-start)
	if _, err := memory.ReadAt(block, start); err != nil {
		return err
	}
	for variable := range bytes.SplitSeq(block, []byte{0}) {
		if !keep(string(variable)) {
			clear(variable)
		}
	}
	_, err = memory.WriteAt(block, start)
	return err
}
