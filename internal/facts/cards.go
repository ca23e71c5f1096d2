package facts

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/injection"
	"luminos/internal/words"
)

// Bounds on the cards of models.
const (
	cardsMost  = 20       // that are read
	cardsShown = 2        // that a row states
	cardBytes  = 64 << 10 // of one card
	aboutModel = 120      // characters of the description in a card
)

// card is the text beside trained models that describes them: a README, or a file named as the card.
type card struct {
	path          luminos.Path
	license, task string         // of its front matter
	models        []luminos.Path // beside it
	bytes         int64          // of the models
	named         []string       // the models that it names
}

// readCards reads the cards of the models of a target.
func readCards(ctx context.Context, in input, r *readings) (yield, error) {
	by, cards := map[luminos.Path][]luminos.Path{}, map[luminos.Path]luminos.Path{}
	bytes := map[luminos.Path]int64{}
	for i := range in.scan.Files {
		f := &in.scan.Files[i]
		switch stem := strings.ToLower(strings.TrimSuffix(f.Path.Base(), path.Ext(f.Path.Base()))); {
		case !f.Regular() || f.Vendored:
		case f.Category == luminos.CategoryModel:
			by[f.Path.Dir()] = append(by[f.Path.Dir()], f.Path)
			bytes[f.Path.Dir()] += f.Size
		case f.Text && (stem == "readme" && cards[f.Path.Dir()] == "" || stem == "model_card" || stem == "modelcard"):
			cards[f.Path.Dir()] = f.Path
		}
	}
	var y yield
	for i := range in.scan.Dirs {
		dir := in.scan.Dirs[i].Path
		if cards[dir] == "" || len(by[dir]) == 0 || len(r.cards) == cardsMost {
			continue
		}
		text, err := in.src.Text(ctx, cards[dir], cardBytes)
		if ctx.Err() != nil {
			return y, context.Cause(ctx)
		}
		if err != nil {
			continue // the reader of documents has the problem
		}
		c := card{path: cards[dir], models: by[dir], bytes: bytes[dir]}
		c.license, c.task = frontMatter(text.Lines())
		for _, m := range c.models {
			if strings.Contains(text.Content, m.Base()) {
				c.named = append(c.named, words.Name(m.Base()))
			}
		}
		r.cards = append(r.cards, c)
	}
	slices.SortStableFunc(r.cards, func(a, b card) int { return cmp.Compare(b.bytes, a.bytes) })
	return y, nil
}

// frontMatter returns the licence and the task that lines between "---" at the beginning of a card state.
func frontMatter(lines []string) (license, task string) {
	if len(lines) == 0 || strings.TrimSpace(lines[0]) != "---" {
		return "", ""
	}
	for _, l := range lines[1:] {
		key, value, _ := strings.Cut(l, ":")
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		const longest = 40
		plain := value != "" && len(value) <= longest &&
			strings.Trim(strings.ToLower(value), "abcdefghijklmnopqrstuvwxyz0123456789.-") == ""
		switch {
		case strings.TrimSpace(l) == "---":
			return license, task
		case !plain || injection.InName(value) != "":
		case key == "license":
			license = value
		case key == "pipeline_tag":
			task = value
		}
	}
	return "", ""
}

// cardRow returns the statement about the cards of models: the licence, the task or the title, and the models that the
// card names. It returns nil without a card that states anything.
func (r *readings) cardRow() []luminos.InsideRow {
	var parts []string
	for i := range r.cards {
		c := &r.cards[i]
		var facts []string
		license := c.license
		for _, l := range r.facts.Licenses {
			if l.Path.Dir() == c.path.Dir() {
				license = cmp.Or(license, l.License)
			}
		}
		if license != "" {
			facts = append(facts, "licence "+words.Name(license))
		}
		if c.task != "" {
			facts = append(facts, "for "+c.task)
		}
		for _, d := range r.facts.Documents {
			if says := cmp.Or(d.Summary, d.Title); d.Path == c.path && says != "" { // a README is made for others
				facts = append(facts, words.Quote(words.Shorten(says, aboutModel)))
			}
		}
		if n := len(c.named); 0 < n && n < len(c.models) {
			facts = append(facts, "names "+words.Some(c.named, 2)+" of "+words.Plural(len(c.models), "model"))
		}
		if len(facts) > 0 && len(parts) < cardsShown {
			parts = append(parts, words.Name(string(c.path))+": "+strings.Join(facts, ", "))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []luminos.InsideRow{{Label: "Card", Text: strings.Join(parts, "; ")}}
}
