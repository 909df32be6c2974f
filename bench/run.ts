/**
 * `npm run bench -- <name>`: runs one benchmark of this folder with its reference in the same run. The last line reads
 * `<name> ratio=<figure> bar=<bar> met|unmet`. Without a name, lists them.
 */
import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Bench } from './bench.ts'

const suffix = '.bench.ts'
const files = (await readdir(import.meta.dirname, { recursive: true })).filter((file) =>
  file.endsWith(suffix),
)
const paths = new Map(files.map((file) => [basename(file, suffix), file]))
const [name = ''] = process.argv.slice(2)
const path = paths.get(name)
if (path === undefined) {
  console.error(`使えるベンチマーク: ${[...paths.keys()].sort().join(' ')}`)
  process.exit(1)
}
const { bench } = (await import(`./${path}`)) as { bench: Bench }
const { figure, bar, isMet } = await bench((line) => console.log(line))
console.log(`${name} ratio=${figure} bar=${bar} ${isMet ? 'met' : 'unmet'}`)
process.exit(isMet ? 0 : 2)
