package main

// step is one use of a page: a script that returns "" or the problem. A script begins with the functions of prelude.
type step struct{ name, script string }

// prelude has the functions of all steps. wait waits until a condition is true, for at most 20 seconds.
const prelude = `
const all = (s) => [...document.querySelectorAll(s)];
const one = (s) => document.querySelector(s);
const seen = (e) => e.checkVisibility({ contentVisibilityAuto: true }) && e.getClientRects().length > 0;
const wait = async (condition) => {
	for (let i = 0; i < 200 && !condition(); i++) await new Promise((done) => setTimeout(done, 100));
	return condition();
};
const key = (target, name) => {
	target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
};
const type = (field, text) => {
	field.value = text;
	field.dispatchEvent(new Event("input", { bubbles: true }));
};
`

// use returns the step with a script.
func use(name, script string) step {
	return step{name, "(async () => {" + prelude + script + "\nreturn \"\"; })()"}
}

// steps are the uses of a page, in their order. A page without flags or claims has nothing to filter or follow.
var steps = []step{
	use("the page", `
		if (!one("h1") || one("h1").getBoundingClientRect().top > 400) return "the name is not at the top";
		if (document.documentElement.scrollWidth > innerWidth) return "the page is wider than the window";
		const lost = all("nav a").filter((a) => !document.getElementById(a.hash.slice(1)));
		if (lost.length) return "a link of the contents leads nowhere";
		if (!all("figure").length) return "no figure";`),
	use("opening parts", `
		const parts = all(".part > details");
		if (!parts.length) return "no part";
		one("#unfold").click();
		if (!parts.every((d) => d.open)) return "a part stays folded";
		one("#unfold").click();
		if (parts.some((d) => d.open)) return "a part stays open";
		parts[0].querySelector("summary").click();
		if (!(await wait(() => parts[0].open))) return "a part does not open by itself";
		const heads = all(".part > details > summary");
		heads[0].focus();
		key(heads[0], "ArrowDown");
		if (heads.length > 1 && document.activeElement !== heads[1]) return "the arrow keys do not go to the next part";`),
	use("the contents", `
		const link = all("nav a").pop();
		link.click();
		const part = document.getElementById(link.hash.slice(1));
		if (!(await wait(() => part.querySelector("details").open))) return "a link does not open its part";`),
	use("filtering flags", `
		const flags = all("li.flag[data-rule]");
		if (!flags.length) return "";
		const form = one(".filters");
		form.closest("details").open = true;
		if (!(await wait(() => seen(form)))) return "the filters are hidden";
		const rule = flags[0].dataset.rule;
		form.elements.rule.value = rule;
		form.dispatchEvent(new Event("input", { bubbles: true }));
		if (flags.some((f) => f.hidden === (f.dataset.rule === rule))) return "the filter of rules shows others";
		type(form.elements.rule, "");
		type(form.elements.place, "no such place at all");
		if (flags.some((f) => !f.hidden)) return "the filter of places shows others";
		type(form.elements.place, "");
		const box = all(".filters [name=severity]")[0];
		box.click();
		const wrong = flags.filter((f) => f.hidden !== (f.dataset.severity === box.value));
		if (wrong.length) return "the filter of severities shows others";
		box.click();
		if (flags.some((f) => f.hidden)) return "a flag stays hidden";
		const count = form.querySelector("output").textContent;
		if (!count.startsWith(flags.length + " of ")) return "the number of flags is wrong";`),
	use("searching", `
		key(document.body, "/");
		const search = one("#search");
		if (document.activeElement !== search) return "the key / does not search";
		const folded = all(".part > details");
		folded.forEach((d) => { d.open = false; });
		type(search, one(".part h2").textContent);
		if (!(await wait(() => /match/.test(one("#matches").textContent)))) return "the search has no answer";
		if (one("#matches").textContent === "no match") return "the search does not find the title of a part";
		key(search, "Enter");
		const hit = await wait(() => one(".current"));
		if (!hit || !seen(hit)) return "the first match is not shown";
		const broken = one("main code:has(wbr)");
		if (broken) {
			type(search, broken.textContent);
			const found = await wait(() => /^\d+ match/.test(one("#matches").textContent));
			if (!found) return "the search does not find a long name";
		}
		type(search, "no such text zzz");
		if (!(await wait(() => one("#matches").textContent === "no match"))) return "the search finds what is not there";
		key(search, "Escape");
		if (search.value !== "" || one(".current")) return "Escape does not end the search";`),
	use("following a claim", `
		const cite = one("a.cite");
		if (!cite) return "";
		all(".part > details").forEach((d) => { d.open = false; });
		cite.click();
		const list = document.getElementById(cite.hash.slice(1));
		if (!list.open || !seen(list)) return "the evidence does not open";
		if (!list.querySelector("li.asked code")) return "the place is not marked";
		if (!seen(list.querySelector("li.asked"))) return "the place is not shown";`),
	use("switching colours", `
		const before = getComputedStyle(document.body).backgroundColor;
		one("#theme").click();
		if (getComputedStyle(document.body).backgroundColor === before) return "the button does not switch the colours";
		one("#theme").click();
		if (getComputedStyle(document.body).backgroundColor !== before) return "the button does not switch back";`),
	use("printing", `
		const folded = all("main details:not([open])").length;
		dispatchEvent(new Event("beforeprint"));
		if (all("main details:not([open])").length) return "a part is folded on paper";
		dispatchEvent(new Event("afterprint"));
		if (all("main details:not([open])").length !== folded) return "the parts are not as before";`),
}
