package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// watcher collects the errors of a page and its requests.
type watcher struct {
	address string
	mu      sync.Mutex // guards found; events come from another goroutine
	found   []string
}

// start asks the browser for the events that see reads.
func (w *watcher) start() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{})
		if err == nil {
			_, err = cdp.Call(ctx, t, log.Enable, cdp.Empty{})
		}
		return err
	})
}

func (w *watcher) see(event any) {
	problem := ""
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if address, _, _ := strings.Cut(e.Request.URL, "#"); address != w.address {
			problem = "a request for " + e.Request.URL
		}
	case *runtime.EventExceptionThrown:
		problem = "an exception: " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		problem = fmt.Sprintf("the console has a message of type %s", e.Type)
	case *log.EventEntryAdded:
		problem = "the log has: " + e.Entry.Text
	}
	if problem != "" {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.found = append(w.found, problem)
	}
}

func (w *watcher) problems() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.found)
}

// accessible returns the serious violations that axe-core finds in light and in dark colours.
func accessible(tab context.Context, file string) []string {
	source, err := os.ReadFile(file)
	if err != nil {
		return []string{err.Error()}
	}
	if _, err := chromedp.Run(tab, chromedp.Evaluate[int](string(source)+";0")); err != nil {
		return []string{"loading axe-core: " + err.Error()}
	}
	var problems []string
	for _, scheme := range []string{"light", "dark"} {
		if err := chromedp.Do(tab, colours("", scheme)); err != nil {
			return []string{err.Error()}
		}
		found, err := chromedp.Run(tab, chromedp.Evaluate[[]string](`(async () => {
			delete document.documentElement.dataset.theme;
			const result = await axe.run(document, { resultTypes: ["violations"] });
			return result.violations.filter((v) => ["serious", "critical"].includes(v.impact))
				.map((v) => v.id + " (" + v.impact + ") at " + v.nodes.slice(0, 3).map((n) => n.target.join(" ")).join(", "));
		})()`, chromedp.EvalAwaitPromise))
		if err != nil {
			found = []string{err.Error()}
		}
		for _, f := range found {
			problems = append(problems, "axe, "+scheme+": "+f)
		}
	}
	return problems
}

// narrow returns the problem of a page in the window of a telephone, in which it and its stacked tables are scrolled in
// one direction only.
func narrow(tab context.Context) []string {
	if err := chromedp.Do(tab, chromedp.EmulateViewport(390, 844)); err != nil {
		return []string{err.Error()}
	}
	over, err := chromedp.Run(tab, chromedp.Evaluate[int](`Math.max(document.documentElement.scrollWidth - 390,
		...[...document.querySelectorAll(".scroll:has(.stacked)")].map((e) => e.scrollWidth - e.clientWidth))`))
	switch {
	case err != nil:
		return []string{err.Error()}
	case over > 0:
		return []string{fmt.Sprintf("the page or a table is %d pixels wider than a narrow window", over)}
	}
	return nil
}

// colours returns the action that asks for a medium, such as print, and a scheme of colours.
func colours(medium, scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}

// pictures writes screenshots of the page as it opens: wide and narrow, light and dark, and as it is printed.
func pictures(tab context.Context, address, prefix string) []string {
	for _, width := range []int64{1280, 390} {
		for _, look := range []string{"light", "dark", "print"} {
			media := colours("", look)
			if look == "print" {
				media = colours("print", "light")
			}
			err := chromedp.Do(tab, chromedp.EmulateViewport(width, 900), media, chromedp.Navigate(address))
			var picture []byte
			if err == nil {
				picture, err = chromedp.Run(tab, chromedp.FullScreenshot(100))
			}
			if err != nil { // a long page on paper is larger than a picture can be
				picture, err = chromedp.Run(tab, chromedp.CaptureScreenshot())
			}
			if err == nil {
				err = os.WriteFile(fmt.Sprintf("%s-%d-%s.png", prefix, width, look), picture, 0o666)
			}
			if err != nil {
				return []string{"a picture: " + err.Error()}
			}
		}
	}
	return nil
}
