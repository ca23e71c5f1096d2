package investigate

import (
	"cmp"
	"slices"
	"sync"

	"luminos"
)

// Ledger sums the tokens and costs of model calls by pass and model. The zero value is empty; it is safe for concurrent
// use.
type Ledger struct {
	mu   sync.Mutex
	rows map[ledgerKey]*ledgerRow
	cut  bool // a call was interrupted
}

// answeredMost is the maximal number of models in PassSpending.Answered.
const answeredMost = 10

type ledgerKey struct {
	pass  luminos.Pass
	model string
}

type ledgerRow struct {
	luminos.PassSpending
	unpriced int
}

// Add adds the tokens and the cost of the model call that e reports. It has the form of a [luminos.Sink] and ignores
// other events.
func (l *Ledger) Add(e luminos.Event) {
	if e.Kind != luminos.EventCall {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	k := ledgerKey{e.Pass, e.Model}
	row := l.rows[k]
	if row == nil {
		row = &ledgerRow{PassSpending: luminos.PassSpending{Pass: e.Pass, Model: e.Model}}
		if l.rows == nil {
			l.rows = map[ledgerKey]*ledgerRow{}
		}
		l.rows[k] = row
	}
	row.Calls++
	l.cut = l.cut || e.Cut
	if i, found := slices.BinarySearch(row.Answered, e.Answered); e.Answered != "" && !found && len(row.Answered) < answeredMost {
		row.Answered = slices.Insert(row.Answered, i, e.Answered)
	}
	row.Usage = row.Usage.Plus(e.Usage)
	switch {
	case e.Priced:
		row.Cost = row.Cost.Plus(e.Cost)
	case e.Usage != (luminos.Usage{}): // a call without usage costs nothing
		row.unpriced++
	}
}

// Spending returns the sums of all calls so far, or nil without calls. date is the date of the price table.
func (l *Ledger) Spending(date string) *luminos.Spending {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.rows) == 0 {
		return nil
	}
	s, order := &luminos.Spending{PricesDate: date, AtLeast: l.cut}, luminos.Passes()
	for _, row := range l.rows {
		row.Priced = row.unpriced == 0
		s.Calls += row.Calls
		s.Usage = s.Usage.Plus(row.Usage)
		s.Cost = s.Cost.Plus(row.Cost)
		s.Unpriced += row.unpriced
		s.ByPass = append(s.ByPass, row.PassSpending)
		s.ByPass[len(s.ByPass)-1].Answered = slices.Clone(row.Answered) // calls that still run change it
	}
	slices.SortFunc(s.ByPass, func(a, b luminos.PassSpending) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Pass), slices.Index(order, b.Pass)), cmp.Compare(a.Model, b.Model))
	})
	return s
}
