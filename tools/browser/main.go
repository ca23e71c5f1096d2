// Browser opens pages that Luminos wrote in a headless Chromium and uses them as a reader does: it opens parts, filters
// flags, searches, follows a claim to its evidence, and switches the colours. It fails at an error of the console, at a
// request for another address, and at a part that does not answer.
//
//	go -C tools run ./browser [-axe AXE.js] [-shots DIR] PAGE.html…
//
// AXE.js is axe-core (axe.min.js), which then checks each page for serious violations of accessibility. The exit status
// is 0 if all pages pass, 1 if one fails, and 3 if there is no browser.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// patience bounds the work on one page, also on a busy machine.
const patience = 3 * time.Minute

func main() {
	axe := flag.String("axe", "", "the `file` axe.min.js of axe-core")
	shots := flag.String("shots", "", "write screenshots to this `directory`")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: browser [-axe AXE.js] [-shots DIR] PAGE.html...")
		os.Exit(2)
	}
	// The pages are written by the caller, and a container has no rights for the sandbox of Chromium.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU)
	browser, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	first, end := chromedp.NewContext(browser)
	defer end()
	if err := chromedp.Do(first); err != nil {
		fmt.Fprintln(os.Stderr, "browser: no browser was started:", err)
		os.Exit(3)
	}
	failed := false
	for _, name := range flag.Args() {
		problems := check(first, name, *axe, *shots)
		for _, p := range problems {
			fmt.Printf("%s: %s\n", name, p)
		}
		failed = failed || len(problems) > 0
		if len(problems) == 0 {
			fmt.Printf("%s: passed\n", name)
		}
	}
	if failed {
		os.Exit(1)
	}
}

// check returns the problems of one page.
func check(browser context.Context, name, axe, shots string) []string {
	path, err := filepath.Abs(name)
	if err != nil {
		return []string{err.Error()}
	}
	tab, end := chromedp.NewContext(browser)
	defer end()
	tab, stop := context.WithTimeout(tab, patience)
	defer stop()
	address := "file://" + path
	watch := watcher{address: address}
	if err = chromedp.Do(tab, watch.start(), chromedp.EmulateViewport(1280, 900)); err == nil {
		if err = chromedp.Listen(tab, watch.see); err == nil {
			err = chromedp.Do(tab, chromedp.Navigate(address))
		}
	}
	if err != nil {
		return []string{"opening the page: " + err.Error()}
	}
	var problems []string
	for _, s := range steps {
		answer, err := chromedp.Run(tab, chromedp.Evaluate[string](s.script, chromedp.EvalAwaitPromise))
		if err != nil {
			answer = err.Error()
		}
		if answer != "" {
			problems = append(problems, s.name+": "+answer)
		}
	}
	problems = append(problems, narrow(tab)...)
	if axe != "" {
		problems = append(problems, accessible(tab, axe)...)
	}
	if shots != "" {
		prefix := filepath.Join(shots, strings.TrimSuffix(filepath.Base(name), ".html"))
		problems = append(problems, pictures(tab, address, prefix)...)
	}
	return append(problems, watch.problems()...)
}
