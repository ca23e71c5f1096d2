package media

const (
	fragmentMost  = 256 << 10 // bytes of a box of a fragment that are read
	fragmentTrack = 1_000     // tracks of a fragmented film
)

// fragments adds up the lengths of the fragments of a film whose index has no samples (ISO/IEC 14496-12, 8.8).
type fragments struct {
	id     int64 // of the current track
	tracks map[int64]*fragmented
	whole  int64 // the length that the film states for all fragments, in its own units
}

// fragmented is one track of a fragmented film.
type fragmented struct {
	scale   int64 // units of time a second
	sample  int64 // the length of a sample unless it is stated
	current int64 // the same in the current fragment
	end     int64 // of the last sample that is known
}

// track returns the track with the current identifier.
func (f *fragments) track() *fragmented {
	if f.tracks == nil {
		f.tracks = map[int64]*fragmented{}
	}
	t := f.tracks[f.id]
	if t == nil {
		t = &fragmented{}
		if len(f.tracks) < fragmentTrack {
			f.tracks[f.id] = t
		}
	}
	return t
}

// read reads one box.
func (f *fragments) read(kind string, b []byte) {
	if len(b) < 8 {
		return
	}
	long, flags := b[0] == 1, be32(b)&0xFFFFFF
	switch kind {
	case "tkhd":
		if f.id = be32(from(b, 12)); long {
			f.id = be32(from(b, 20))
		}
	case "mdhd":
		if f.track().scale = be32(from(b, 12)); long {
			f.track().scale = be32(from(b, 20))
		}
	case "mehd":
		if f.whole = be32(b[4:]); long {
			f.whole = be64(b[4:])
		}
	case "trex":
		f.id = be32(b[4:])
		f.track().sample = be32(from(b, 12))
	case "tfhd":
		f.id = be32(b[4:])
		t, at := f.track(), 8
		for bit, size := range map[int64]int{1: 8, 2: 4} { // an offset, a description
			if flags&bit != 0 {
				at += size
			}
		}
		if t.current = t.sample; flags&8 != 0 {
			t.current = be32(from(b, at))
		}
	case "tfdt":
		if f.track().end = be32(b[4:]); long {
			f.track().end = be64(b[4:])
		}
	case "trun":
		f.track().run(flags, b[4:])
	}
}

// run adds the lengths of the samples of one run.
func (t *fragmented) run(flags int64, b []byte) {
	count := be32(b)
	const offset, first, length = 1, 4, 0x100
	b = from(b, 4)
	for _, bit := range []int64{offset, first} {
		if flags&bit != 0 {
			b = from(b, 4)
		}
	}
	if flags&length == 0 {
		t.end += count * t.current
		return
	}
	step := 0
	for _, bit := range []int64{length, 0x200, 0x400, 0x800} {
		if flags&bit != 0 {
			step += 4
		}
	}
	for ; count > 0 && len(b) >= step; count-- {
		t.end += be32(b)
		b = b[step:]
	}
}

// seconds returns the length of the film by its fragments, or 0.
func (f *fragments) seconds(scale int64) (longest float64) {
	if f.whole > 0 && scale > 0 {
		return float64(f.whole) / float64(scale)
	}
	for _, t := range f.tracks {
		if t.scale > 0 {
			longest = max(longest, float64(t.end)/float64(t.scale))
		}
	}
	return longest
}
