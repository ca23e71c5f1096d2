"use strict";
(() => {
  const all = (selector, under = document) => [...under.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const root = document.documentElement;
  all(".controls, .filters").forEach((e) => { e.hidden = false; });

  one("nav details").open = matchMedia("(min-width: 70rem)").matches;

  // Opens the element and all folded parts around it.
  const reveal = (element) => {
    for (let e = element; e; e = e.parentElement) {
      if (e.tagName === "DETAILS") e.open = true;
    }
  };

  one("#theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  const unfold = one("#unfold");
  unfold.addEventListener("click", () => {
    const open = unfold.textContent === "Open all";
    all(".part > details").forEach((e) => { e.open = open; });
    unfold.textContent = open ? "Fold all" : "Open all";
  });

  // Paper cannot be unfolded.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("main details:not([open])");
    folded.forEach((e) => { e.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach((e) => { e.open = false; }));

  const follow = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target) return;
    reveal(target);
    const fold = target.querySelector(":scope > details");
    if (fold) fold.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  follow();

  // A citation opens its evidence in place and marks the places that it names.
  document.addEventListener("click", (event) => {
    const cite = event.target.closest("a.cite");
    if (!cite) return;
    const list = document.getElementById(cite.hash.slice(1));
    if (!list) return;
    event.preventDefault();
    reveal(list);
    const numbers = cite.dataset.n.split(" ");
    all("li", list).forEach((e) => e.classList.toggle("asked", numbers.includes(e.dataset.n)));
    list.querySelector("summary").focus();
    list.scrollIntoView({ block: "nearest" });
  });

  // Flags that pass the filters.
  const filters = one(".filters");
  if (filters) {
    const flags = all("li.flag[data-rule]");
    const apply = () => {
      const severities = all("[name=severity]", filters).filter((e) => e.checked).map((e) => e.value);
      const known = all("[name=severity]", filters).map((e) => e.value);
      const rule = filters.elements.rule.value;
      const place = filters.elements.place.value.trim().toLowerCase();
      let shown = 0;
      for (const e of flags) {
        const passes = (severities.includes(e.dataset.severity) || !known.includes(e.dataset.severity)) &&
          (!rule || e.dataset.rule === rule) && e.dataset.place.toLowerCase().includes(place);
        e.hidden = !passes;
        if (passes) shown++;
      }
      filters.querySelector("output").textContent = shown + " of " + flags.length + " flags";
    };
    filters.addEventListener("input", apply);
    filters.addEventListener("submit", (event) => event.preventDefault());
    apply();
  }

  // Search: all elements with the text, walked through by Enter and the arrow keys.
  const search = one("#search"), matches = one("#matches");
  let hits = [], at = -1, timer;
  const mark = (ranges) => {
    if (!("highlights" in CSS)) return;
    if (ranges.length) CSS.highlights.set("found", new Highlight(...ranges));
    else CSS.highlights.delete("found");
  };
  const go = (step) => {
    if (!hits.length) return;
    if (hits[at]) hits[at].classList.remove("current");
    at = (at + step + hits.length) % hits.length;
    reveal(hits[at]);
    hits[at].classList.add("current");
    hits[at].scrollIntoView({ block: "center" });
    matches.textContent = (at + 1) + " of " + hits.length;
  };
  const find = () => {
    if (hits[at]) hits[at].classList.remove("current");
    hits = [];
    at = -1;
    const ranges = [], wanted = search.value.trim().toLowerCase();
    matches.textContent = "";
    if (wanted.length < 2) return mark(ranges);
    const walker = document.createTreeWalker(one("main"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < 5000; node = walker.nextNode()) {
      if (node.parentElement.closest("svg, option, [hidden]")) continue;
      const nodes = [node]; // a word with places for a break is several nodes
      while (nodes.at(-1).nextSibling?.tagName === "WBR") nodes.push(walker.nextNode());
      const whole = nodes.map((n) => n.data).join(""), text = whole.toLowerCase();
      const place = (i) => {
        let k = 0;
        for (; i > nodes[k].length; k++) i -= nodes[k].length;
        return [nodes[k], i];
      };
      for (let i = 0; (i = text.indexOf(wanted, i)) >= 0 && i + wanted.length <= whole.length; i += wanted.length) {
        const range = new Range();
        range.setStart(...place(i));
        range.setEnd(...place(i + wanted.length));
        ranges.push(range);
      }
      if (text.includes(wanted)) {
        const holder = node.parentElement.closest("li, tr, dd, p, .p, h1, h2, h3, dl > div, summary, figcaption") || node.parentElement;
        if (hits[hits.length - 1] !== holder) hits.push(holder);
      }
    }
    mark(ranges);
    matches.textContent = hits.length ? hits.length + (hits.length === 1 ? " match" : " matches") : "no match";
  };
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(find, 120);
  });
  search.addEventListener("keydown", (event) => {
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(step);
  });

  // "/" searches, Escape clears, the arrow keys go from one folded part to the next.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "Escape") {
      search.value = "";
      find();
      document.activeElement.blur();
    } else if (/^Arrow(Up|Down)$/.test(event.key) && event.target.matches(".part > details > summary")) {
      const heads = all(".part > details > summary");
      const next = heads[heads.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
  });
})();
