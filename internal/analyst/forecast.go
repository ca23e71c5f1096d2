package analyst

import (
	"cmp"
	"math"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
)

// appetite is a way in which a model works through its conversations. Nothing else in a forecast is assumed: the
// prompts, the tools, the turns and the bounds are the ones of the run.
type appetite struct {
	// files is the part of the text files of a unit that are read, at most filesMost, atOnce in one turn.
	files     float64
	filesMost int
	atOnce    int
	// looks is the number of turns with other tools, such as searches.
	looks int
	// Tokens of output: beside the calls of a turn (thinking, text); of the entry of a file; of the report about a
	// directory; of a survey; of a plan, for each directory; of the report as a whole.
	said, entry, report, survey, planned, written int64
	// tries is the number of turns of the survey and of the plan, reads the number of entries that the synthesis reads
	// again, and asks the number of its turns; resolves is the number of turns of a refinement, each of which but the last
	// reads resolved bytes.
	tries, reads, asks, resolves, resolved int
}

// The appetites of a frugal model, of a usual one, and of a model that uses up its turns.
var (
	frugal = appetite{files: 0.4, filesMost: 4, atOnce: 8, looks: 0, said: 130, entry: 100, report: 230,
		survey: 200, planned: 8, written: 700, tries: 1, reads: 0, asks: 1, resolves: 2, resolved: 2 << 10}
	usual = appetite{files: 0.6, filesMost: 8, atOnce: 6, looks: 1, said: 180, entry: 150, report: 350,
		survey: 400, planned: 15, written: 2000, tries: 1, reads: 5, asks: 3, resolves: 4, resolved: 3 << 10}
	hungry = appetite{files: 0.9, filesMost: 25, atOnce: 5, looks: turnsUnbounded, said: 220, entry: 170, report: 450,
		survey: 900, planned: 30, written: 3500, tries: 2, reads: 10, asks: 6, resolves: 10, resolved: 12 << 10}
)

const (
	turnsUnbounded = 1 << 10
	tokenBytes     = 3.6     // prose has 4 bytes a token, dense code 3
	lookBytes      = 2 << 10 // of the result of a search or a listing
	readMost       = 64 << 10
	readLines      = 500         // of a file, unless the model asks for others
	lineBytes      = 40          // of a file whose lines were not counted
	sampleMost     = 8 << 10     // of data, of which models read a part
	lineNumbers    = 1.08        // a file with line numbers, in files
	planMost       = 8_000       // tokens of a plan
	learnedSpread  = 1.5         // of the bounds around a forecast that has learned from earlier runs
	nameBytes      = 40          // of the name of a file above its text
	definedBytes   = 5           // of an outline, for each line of code
	savedBytes     = 80          // of the result of a tool that records
	entryBytes     = 2_000       // of the result of read_cache
	refinedPart    = 0.3         // of the report, which a refinement hands in
	fewestTurns    = 2           // of a unit with files: read, submit
	cachedProvider = "anthropic" // bills writes to its cache
)

// ModelOf returns the model that is asked in a pass, and whether its price is known.
func (e *Engine) ModelOf(pass luminos.Pass) (name string, priced bool) {
	row, _ := rowOf(pass)
	name = row.model(e.opts.Models)
	_, priced = e.opts.Prices.Worst(name, model.CacheOff, 1, 1)
	return name, priced
}

// ForecastUnit returns the expected work of the conversation about the unit u.
func (e *Engine) ForecastUnit(u *luminos.Unit) luminos.Forecast {
	opening := (float64(len(unitOpening(u))) + contentBytes(u)) / tokenBytes
	shared := e.shared(u)
	return e.forecast(luminos.PassDirectories, func(a appetite) course {
		c := unitCourse(a, u)
		c.opening = opening
		if u.Path() == luminos.Root {
			c.opening += shared // one conversation writes it to the provider's cache, the others read it
		} else {
			c.shared = shared
		}
		return c
	})
}

// contentBytes returns the expected number of bytes that the opening of the unit u has of the content of its files,
// which are not read for a forecast.
func contentBytes(u *luminos.Unit) (n float64) {
	if len(u.Texts)+len(u.Outlines) > 0 {
		return 0 // they are in the opening
	}
	if small := u.Small(); small != nil {
		for i := range small {
			n += float64(small[i].Size)*lineNumbers + nameBytes
		}
		return n
	}
	for i := range u.Files {
		if f := &u.Files[i]; f.Counted() && f.Category == luminos.CategorySource {
			n += float64(f.Lines.Code)*definedBytes + nameBytes
		}
	}
	return min(n, outlineMost)
}

// Forecast returns the expected work of the conversation of the survey, the plan, the synthesis or a refinement.
func (e *Engine) Forecast(pass luminos.Pass, d *luminos.Dossier) luminos.Forecast {
	var loop agent.Loop
	switch pass {
	case luminos.PassSurvey:
		loop = surveyLoop(e, d, new(*luminos.Survey))
	case luminos.PassPlan:
		loop = planLoop(d, new(*luminos.Plan))
	case luminos.PassRefine:
		loop = newRefiner(e, d).loop(1)
	default:
		loop = e.synthesisLoop(newSynthesist(e, d))
	}
	opening := tokensOf(loop)
	return e.forecast(pass, func(a appetite) course {
		c := course{opening: opening, turns: a.tries, output: float64(a.tries) * float64(a.said)}
		switch pass {
		case luminos.PassSurvey:
			c.output += float64(a.survey)
		case luminos.PassPlan:
			c.output += min(planMost, float64(a.planned)*float64(len(d.Facts.Directories))+float64(a.survey))
		case luminos.PassRefine:
			c.cached, c.turns = true, a.resolves
			c.results = float64(a.resolves-1) * float64(a.resolved) / tokenBytes
			c.output = float64(a.resolves)*float64(a.said) + float64(a.written)*refinedPart
		default:
			c.cached, c.turns = true, a.asks
			reads := float64(min(a.reads, len(d.Entries)))
			c.results = reads * entryBytes / tokenBytes
			c.output = float64(a.asks)*float64(a.said) + float64(a.written) + reads*30
		}
		return c
	})
}

// shared returns the tokens of the system prompt and the tools, which all conversations about units begin with.
func (e *Engine) shared(u *luminos.Unit) float64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.sharedTokens == 0 {
		loop := newWork(e, u).loop()
		loop.Opening = ""
		e.sharedTokens = tokensOf(loop)
	}
	return e.sharedTokens
}

// tokensOf returns the expected number of tokens of the first call of a conversation.
func tokensOf(l agent.Loop) float64 {
	l.Client = nil
	call, err := l.First()
	if err != nil {
		return 0 // a tool without a valid schema, with which the conversation fails before a call
	}
	return float64(call.Size()) / tokenBytes
}

// course is the expected course of one conversation. Numbers other than turns are tokens.
type course struct {
	shared  float64 // of the first prompt, in the provider's cache already
	opening float64 // the rest of the first prompt
	turns   int
	results float64 // of tools, in all turns
	output  float64 // in all turns
	cached  bool    // whether the prompt is kept in the provider's cache
}

// unitCourse returns the course of the conversation about the unit u with the appetite a.
func unitCourse(a appetite, u *luminos.Unit) course {
	texts, bytes := 0, 0.0
	for i := range u.Files {
		if f := &u.Files[i]; f.Text && f.Size > 0 {
			texts++
			bytes += shown(f)
		}
	}
	read := min(int(math.Ceil(a.files*float64(texts))), a.filesMost)
	batches := func(n, size int) int { return (n + size - 1) / size }
	least := min(fewestTurns, u.Turns)
	opens := batches(read, a.atOnce) // turns with files to read
	given := u.Small() != nil
	if given {
		opens = 0
	}
	turns := opens + batches(read, 2*a.atOnce) + 1 + min(a.looks, u.Turns)
	turns = min(max(turns, least), u.Turns)
	looking := max(0, turns-1-opens-batches(read, 2*a.atOnce))
	results := float64(looking)*min(2*lookBytes, bytes/4) + float64(read*savedBytes)
	if texts > 0 && !given {
		results += min(bytes*float64(read)/float64(texts), float64(max(turns-1, 1)*agent.MostOfTurn))
	}
	return course{
		turns: turns, cached: true, results: results / tokenBytes,
		output: float64(turns)*float64(a.said) + float64(read)*float64(a.entry+30) + float64(looking*60) +
			float64(a.report)*(0.5+0.5*float64(len(u.Dirs))),
	}
}

// shown returns the expected number of bytes that a call of read_file returns for a text file.
func shown(f *luminos.File) float64 {
	size := float64(f.Size) * lineNumbers
	lines := float64(f.Lines.Code + f.Lines.Comment + f.Lines.Blank)
	if lines == 0 {
		lines = float64(f.Size) / lineBytes
	}
	size *= min(1, readLines/lines)
	if f.Category == luminos.CategoryData {
		return min(size, sampleMost)
	}
	return min(size, readMost)
}

// forecast returns the forecast of a conversation, from its course for each appetite and the ratios of earlier runs.
func (e *Engine) forecast(pass luminos.Pass, of func(appetite) course) luminos.Forecast {
	name, _ := e.ModelOf(pass)
	plainly := luminos.Learned{Turns: 1, Fresh: 1, Cached: 1, Output: 1}
	work := func(a appetite, l luminos.Learned, by float64) luminos.Work {
		l = luminos.Learned{Turns: l.Turns * by, Fresh: l.Fresh * by, Cached: l.Cached * by, Output: l.Output * by}
		return e.work(name, of(a), l)
	}
	f := luminos.Forecast{Plain: work(usual, plainly, 1)}
	if l, ok := e.opts.Learned[pass]; ok {
		f.Low, f.Likely, f.High = work(usual, l, 1/learnedSpread), work(usual, l, 1), work(usual, l, learnedSpread)
		return f
	}
	f.Low, f.Likely, f.High = work(frugal, plainly, 1), f.Plain, work(hungry, plainly, 1)
	return f
}

// work returns the work of a conversation with the course c, each quantity multiplied by the ratio in l.
func (e *Engine) work(name string, c course, l luminos.Learned) luminos.Work {
	w := luminos.Work{Turns: max(1, round(float64(c.turns)*l.Turns))}
	n := float64(c.turns)
	most := float64(e.budget(name))
	prompt, before := c.shared+c.opening, c.shared
	grows := c.output/n + c.results/max(n-1, 1)
	for range c.turns {
		prompt = min(prompt, most)
		u := luminos.Usage{Output: int64(c.output / n * l.Output)}
		fresh := int64(max(prompt-before, 0) * l.Fresh)
		switch {
		case !c.cached:
			u.Input = int64(prompt * l.Fresh)
		case cmp.Or(e.opts.Provider, cachedProvider) == cachedProvider:
			u.CacheWrite5m, u.CacheRead = fresh, int64(before*l.Cached)
		default:
			u.Input, u.CacheRead = fresh, int64(before*l.Cached)
		}
		cost, _ := e.opts.Prices.Cost(name, u)
		w.Usage, w.Cost = w.Usage.Plus(u), w.Cost.Plus(cost)
		before = prompt
		prompt += grows
	}
	return w
}

func round(f float64) int { return int(math.Round(f)) }
