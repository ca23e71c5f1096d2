// A model for a mock server that others wrote (@copilotkit/aimock): it looks at
// one file of its unit, and submits. It plays on both protocols of that server.
//
//   node models.js MODULES     prints the address of the server once it listens
const { LLMock } = require(process.argv[2] + "/@copilotkit/aimock");

const text = (c) => (typeof c === "string" ? c : (c || []).map((p) => p.text || "").join("\n"));
const offers = (req, name) => (req.tools || []).some((t) => t.function.name === name);
const opening = (req) => text(req.messages.find((m) => m.role === "user").content);
const call = (name, args) => ({ toolCalls: [{ name, arguments: JSON.stringify(args) }] });

function play(req) {
	const results = req.messages.filter((m) => m.role === "tool");
	if (offers(req, "submit_survey"))
		return call("submit_survey", { description: "A directory tree, seen through a mock.", approach: "Leaves first.", confidence: 0.6 });
	if (offers(req, "submit_plan")) return call("submit_plan", { priority_dirs: [], shallow_dirs: [], skip_dirs: [], investigation_order: "leaf-first" });
	if (offers(req, "list_cache"))
		return results.length === 0
			? call("list_cache", {})
			: call("submit_report", { brief: "What a mock makes of it.", detailed: "Every directory was looked at." });
	const first = opening(req);
	const one = /^Unit: "(.*)"$/m.exec(first);
	const dirs = one ? [one[1]] : [...first.matchAll(/^- "(.*)"$/gm)].map((m) => m[1]);
	if (results.length === 0) return call("list_directory", { path: dirs[0] });
	const file = /^file \d+ ([\w.-]+)\t/m.exec(first);
	if (results.length === 1 && file && one) return call("read_file", { path: dirs[0] === "." ? file[1] : dirs[0] + "/" + file[1] });
	return call("submit_report", {
		summary: "Seen through a mock: " + dirs[0], confidence: 0.5, completeness: 0.5,
		directories: dirs.length > 1 ? dirs.map((path) => ({ path, summary: "Seen through a mock: " + path, confidence: 0.5, completeness: 0.5 })) : undefined,
	});
}

const mock = new LLMock({ port: 0, logLevel: "silent" });
mock.addFixture({ match: { predicate: () => true }, response: play });
mock.start().then(() => console.log(mock.url));
