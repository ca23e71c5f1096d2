// Looks for tables in a report: node tables.js REPORT.json 'NAME ROWS COLUMN,COLUMN...' ...
const fs = require('fs')
const [file, ...wanted] = process.argv.slice(2)
const report = JSON.parse(fs.readFileSync(file))
const found = report.facts.datasets.map(d =>
  `${d.path.replace(/^.*\//, '').replace(/\.table\.json$/, '')} ${d.rows} ${d.columns.map(c => c.name).join(',')}`)
const missing = wanted.filter(w => !found.includes(w))
console.log('found:\n  ' + found.join('\n  '))
missing.forEach(m => console.log('missing: ' + m))
process.exit(missing.length ? 1 : 0)
