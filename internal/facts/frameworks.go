package facts

import (
	"strings"

	"luminos"
)

// trait is a property of programs that need a dependency.
type trait string

const (
	traitDesktop trait = "desktop" // it opens windows
	traitPage    trait = "page"    // it makes pages for a browser
)

// traits are the traits of dependencies by ecosystem. Names are in lower case; a
// name that ends in "*" is a prefix.
var traits = map[string]map[trait][]string{
	"npm": {
		traitDesktop: {"electron", "@tauri-apps/api", "nw", "@neutralinojs/lib"},
		traitPage:    {"next", "nuxt", "@remix-run/react", "gatsby", "astro", "@sveltejs/kit", "@angular/core", "react-dom", "vue", "svelte", "solid-js", "preact", "@docusaurus/core"},
	},
	"python": {
		traitDesktop: {"pyqt5", "pyqt6", "pyside2", "pyside6", "kivy", "wxpython", "customtkinter", "pygobject", "toga"},
		traitPage:    {"django", "streamlit", "gradio", "dash", "wagtail", "reflex", "nicegui"},
	},
	"cargo": {
		traitDesktop: {"tauri", "iced", "eframe", "gtk4", "gtk", "slint", "druid", "dioxus-desktop", "floem"},
		traitPage:    {"leptos", "yew"},
	},
	"go": {
		traitDesktop: {"fyne.io/fyne*", "github.com/wailsapp/wails*", "gioui.org", "github.com/lxn/walk"},
	},
	"rubygems": {traitPage: {"rails"}},
	"composer": {traitPage: {"laravel/framework", "symfony/framework-bundle", "cakephp/cakephp", "codeigniter4/framework"}},
	"maven":    {traitDesktop: {"org.openjfx:*"}, traitPage: {"org.springframework.boot:spring-boot-starter-thymeleaf", "com.vaadin:*"}},
	"gradle":   {traitDesktop: {"org.openjfx:*", "org.jetbrains.compose*"}, traitPage: {"org.springframework.boot:spring-boot-starter-thymeleaf"}},
	"nuget":    {traitDesktop: {"avalonia", "microsoft.windowsappsdk", "microsoft.maui*"}},
	"cmake":    {traitDesktop: {"qt5*", "qt6*", "qt", "wxwidgets", "gtk*", "gtkmm*", "fltk", "juce"}},
	"pub":      {traitDesktop: {"flutter"}},
	"hex":      {traitPage: {"phoenix"}},
}

// traitsOf returns the traits of the runtime dependencies of the accepted
// manifests. Toolkits for windows count as development dependencies, too, where
// they usually are.
func traitsOf(deps []luminos.Dependency, accept func(luminos.Path) bool) map[trait]bool {
	found := map[trait]bool{}
	for _, d := range deps {
		if !accept(d.Manifest) {
			continue
		}
		for _, t := range []trait{traitDesktop, traitPage} {
			runtime := d.Scope == "" || t == traitDesktop && d.Scope == "dev"
			if runtime && matchesAny(strings.ToLower(d.Name), traits[d.Ecosystem][t]) {
				found[t] = true
			}
		}
	}
	return found
}

func matchesAny(name string, patterns []string) bool {
	for _, p := range patterns {
		if prefix, ok := strings.CutSuffix(p, "*"); ok && strings.HasPrefix(name, prefix) || name == p {
			return true
		}
	}
	return false
}
