// Checks that a model wrote a whole entry for every directory that was not skipped.
const report = require(process.argv[2].startsWith("/") ? process.argv[2] : process.cwd() + "/" + process.argv[2]);
const bad = report.entries.filter((e) => e.tier !== "skip" && (e.basis !== "judged" || e.partial));
console.log(`${report.entries.length} entries, ${report.run.spending.calls} calls`);
for (const e of bad) console.log(e.path, e.basis, e.partial_reason || "");
process.exit(bad.length === 0 && report.entries.length > 0 && report.target.engine === "model" ? 0 : 1);
