// Compares two reports on one target: node compare.js DIRECT.json SERVED.json
const fs = require('fs')
const [direct, served] = process.argv.slice(2).map(name => JSON.parse(fs.readFileSync(name)))

const parts = {
  files: r => r.scan.classified_files.files.map(f => `${f.path} ${f.category} ${f.language || ''}`),
  languages: r => r.scan.languages.map(l => `${l.name} ${l.files} files ${l.code} lines`),
  'main language': r => [r.facts.main_language],
  'entry points': r => r.facts.entry_points.map(e => `${e.path} ${e.kind} ${e.name || ''}`),
  manifests: r => r.facts.manifests.map(m => m.path),
}
let differences = 0
for (const [part, of] of Object.entries(parts)) {
  const [a, b] = [of(direct), of(served)]
  const only = [...a.filter(x => !b.includes(x)).map(x => 'only direct: ' + x), ...b.filter(x => !a.includes(x)).map(x => 'only served: ' + x)]
  differences += only.length
  console.log(`${part}: ${a.length} and ${b.length}`)
  only.slice(0, 10).forEach(line => console.log('  ' + line))
}
const { claims_made, claims_verified } = served.quality
console.log(`claims: ${claims_made} made, ${claims_verified} verified`)
process.exit(differences || claims_made !== claims_verified ? 1 : 0)
