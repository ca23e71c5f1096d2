package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"luminos/internal/mcpclient"
	"luminos/internal/sandbox"
)

// replaceCommand is the argument before the name of a file that makes this program replace the file in its working
// directory. Users do not call it.
const replaceCommand = "__replace"

// ownFiles is the directory with the names of the open files of this process. Confining the files of a run needs it.
const ownFiles = "/proc/self/fd"

// entrust starts a process for each output file that replaces the file after the run, if the kernel can confine the
// run. The run would otherwise need the right to replace files in the directory of its output, and Landlock grants
// such a right for all directories below as well.
func (o *output) entrust(a *app) error {
	if a.confine == nil || sandbox.AvailableToRuns(sandbox.Rights{}).Level == sandbox.None {
		return nil
	}
	if _, err := os.Stat(ownFiles); err != nil {
		return nil // without /proc the files of the run are not confined
	}
	for i, d := range o.destinations {
		if d.file != nil {
			continue
		}
		p, err := startReplacer(a.child, d)
		if err != nil {
			return fmt.Errorf("starting the process that writes the output file %q: %w", o.files[i], err)
		}
		d.replacer = p
	}
	return nil
}

// replacer is a process that replaces one file with the bytes that it gets. It is not confined together with the run,
// and a confined run can send it nothing but these bytes.
type replacer struct {
	in     io.WriteCloser
	wait   func() error // waits until the process has ended; nil after the first call
	stderr bytes.Buffer
}

// startReplacer starts a process that replaces the file of d.
func startReplacer(start mcpclient.Starter, d *destination) (*replacer, error) {
	dir, err := d.dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	// No context ends the process, since a confined run cannot end one outside the confinement. The process ends at the
	// end of its input.
	cmd, err := start(context.Background(), replaceCommand, d.base)
	if err != nil {
		return nil, err
	}
	p := &replacer{wait: cmd.Wait}
	cmd.Dir = fmt.Sprintf("%s/%d", ownFiles, dir.Fd()) // the open directory, even if another has its name by now
	cmd.Stderr = &p.stderr
	if p.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return p, sandbox.Start(cmd)
}

// send sends the bytes that the function write writes, and waits until the process has replaced the file. After an
// error of write the file stays as it was.
func (p *replacer) send(write func(io.Writer) error) error {
	out := bufio.NewWriterSize(frames{p.in}, 64<<10)
	err := write(out)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = frames{p.in}.end()
	}
	ended := p.close()
	switch said := strings.TrimSpace(p.stderr.String()); {
	case said != "":
		return errors.New(said)
	case ended != nil:
		return fmt.Errorf("the process that writes the output file ended too early: %w", ended)
	}
	return err
}

// close ends the input of the process and waits for its end. It returns the error of the process at the first call.
func (p *replacer) close() error {
	if p.wait == nil {
		return nil
	}
	err := errors.Join(p.in.Close(), p.wait())
	p.wait = nil
	return err
}

// frames is a writer that sends the bytes of each call of Write behind their number, in four bytes. The number 0 ends
// the file. Without it, the reader has only a part of the file.
type frames struct{ to io.Writer }

// Write implements [io.Writer]. It sends at most 1 MiB in a frame.
func (f frames) Write(b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		part := b[n:min(n+1<<20, len(b))]
		if _, err = f.to.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part)))); err == nil {
			_, err = f.to.Write(part)
			n += len(part)
		}
	}
	return n, err
}

// end sends the frame that ends the file.
func (f frames) end() error {
	_, err := f.to.Write(make([]byte, 4))
	return err
}

// unframe writes the bytes in the frames of r to w. It returns io.EOF or io.ErrUnexpectedEOF if r ends before the frame
// that ends the file.
func unframe(w io.Writer, r io.Reader) error {
	for {
		var size uint32
		if err := binary.Read(r, binary.BigEndian, &size); err != nil || size == 0 {
			return err
		}
		if _, err := io.CopyN(w, r, int64(size)); err != nil {
			return err
		}
	}
}

// replaceFile confines this process to its working directory and replaces the file called name there with the bytes in
// the frames of in. The file stays as it was if in ends before the frame that ends the file, because the run has ended
// without a whole report. It returns the exit status.
func replaceFile(name string, in io.Reader, stderr io.Writer) int {
	dir, err := os.OpenRoot(".")
	if err == nil {
		sandbox.ConfineRun(sandbox.Rights{Replace: []string{"."}}) // the file is replaced at every level that is reached
		from := bufio.NewReaderSize(in, 64<<10)
		if _, empty := from.Peek(1); empty != nil {
			return statusDone
		}
		var whole bytes.Buffer // for the second call of write, if the present file cannot be replaced
		_, absent := dir.Lstat(name)
		err = (&destination{dir: dir, base: name}).write(func(w io.Writer) error {
			switch {
			case absent != nil:
				return unframe(w, from)
			case whole.Len() == 0:
				return unframe(io.MultiWriter(w, &whole), from)
			}
			_, err := w.Write(whole.Bytes())
			return err
		})
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		fmt.Fprintln(stderr, err)
		return statusFailed
	}
	return statusDone
}
