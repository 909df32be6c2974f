/**
 * `npm run bench -- <name>`: runs one benchmark of this folder with its reference in the same run. The last line reads
 * `<name> ratio=<figure> bar=<bar> met|unmet`. Without a name, lists them.
 */
import { readdir } from 'node:fs/promises'
import type { Bench } from './bench.ts'

const suffix = '.bench.ts'
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
const [name] = process.argv.slice(2)
if (!name || !names.includes(name)) {
  console.error(`使えるベンチマーク: ${names.join(' ')}`)
  process.exit(1)
}
const { bench } = (await import(`./${name}${suffix}`)) as { bench: Bench }
const { figure, bar, isMet } = await bench((line) => console.log(line))
console.log(`${name} ratio=${figure} bar=${bar} ${isMet ? 'met' : 'unmet'}`)
process.exit(isMet ? 0 : 2)
