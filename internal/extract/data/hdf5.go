package data

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"

	"luminos"
	"luminos/internal/extract/file"
)

const hdf5Magic = "\x89HDF\r\n\x1a\n"

// hdf5Scan is the number of bytes in which the names of attributes are searched that identify a program.
const hdf5Scan = 1 << 20

var errHDF5 = errors.New("the superblock of the HDF5 file is not valid")

// isHDF5 reports whether the head has a superblock: at its beginning, or behind a block of the user of 512 bytes or a
// power of two of them.
func isHDF5(f *file.File) bool { return superblock(f.Head) >= 0 }

func superblock(head []byte) int {
	for at := 0; at+len(hdf5Magic) <= len(head); at = max(512, 2*at) {
		if string(head[at:][:len(hdf5Magic)]) == hdf5Magic {
			return at
		}
	}
	return -1
}

// readHDF5 reads the superblock of HDF5 (https://support.hdfgroup.org/documentation/hdf5/latest/_f_m_t3.html), and
// recognises the programs that write their own formats in HDF5. The groups and datasets are not read.
func readHDF5(f *file.File, x *luminos.Extraction) error {
	x.Format = "HDF5"
	x.Limit("its groups and datasets are not read")
	at := superblock(f.Head)
	s := f.Stream(binary.LittleEndian)
	s.Goto(int64(at) + 8)
	version := s.U8()
	x.Set("superblock version", strconv.Itoa(int(version)))
	var width byte
	switch version {
	case 0, 1:
		s.Skip(4)
		width = s.U8()
		s.Skip(10 + 4*uint64(version))
	case 2, 3:
		width = s.U8()
		s.Skip(2)
	default:
		if s.Err != nil {
			return s.Err
		}
		x.Fail(luminos.ExtractUnsupported, "its version is not known")
		return nil
	}
	if s.Err == nil && width != 2 && width != 4 && width != 8 {
		return errHDF5
	}
	address := func() uint64 {
		var b [8]byte
		copy(b[:], s.Next(int(width)))
		return binary.LittleEndian.Uint64(b[:])
	}
	address() // the base
	address() // the free space, or the extension
	end := address()
	if s.Err != nil {
		return s.Err
	}
	if end > uint64(f.Size) && end != 1<<64-1 {
		x.Fail(luminos.ExtractDamaged, "it is cut off: it has fewer bytes than its superblock states")
	}
	return programs(f, x, at)
}

// programs sets the format of a program that writes HDF5.
func programs(f *file.File, x *luminos.Extraction, at int) error {
	if at > 0 && bytes.HasPrefix(f.Head, []byte("MATLAB 7.3 MAT-file")) {
		x.Format = "MATLAB 7.3 (HDF5)"
		return nil
	}
	b := make([]byte, min(f.Size, hdf5Scan))
	if n, err := f.ReadAt(b, 0); n < len(b) {
		return err
	}
	for _, p := range []struct{ mark, format string }{
		{"keras_version", "Keras model (HDF5)"}, {"model_weights", "Keras model (HDF5)"},
		{"_NCProperties", "NetCDF-4 (HDF5)"}, {"pandas_type", "table of pandas (HDF5)"}, {"anndata", "AnnData (HDF5)"},
	} {
		if bytes.Contains(b, []byte(p.mark)) {
			x.Format = p.format
			return nil
		}
	}
	return nil
}
