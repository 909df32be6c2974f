/**
 * `npm run test:chaos [-- --seed=N] [--kills=N] [--calls=N] [--short] [--two] [--keep]`: people call each other and watch
 * live rooms while app, media process and PostgreSQL are killed at random; the oracle judges what is known in the end.
 * Exits with 1 when a rule is broken.
 */
import { parseArgs } from 'node:util'
import { createLog } from '#server/lifecycle/log.ts'
import { surviveLostConnections } from '#server/lifecycle/lost-connections.ts'
import { judge } from './oracle/oracle.ts'
import { type ChaosOptions, keepEvidence, removeFolder, runChaos } from './run-chaos.ts'

type Form = Omit<ChaosOptions, 'seed' | 'apps' | 'print'>

const longForm: Form = {
  kills: 100,
  calmKills: 5,
  calmMs: 20_000,
  calls: 200,
  callsMax: 16,
  callEveryMs: 2_500,
  watchedMs: { min: 10_000, max: 60_000 },
  gapMs: { min: 500, max: 9_000 },
  spendEveryMs: 20,
  cast: { callers: 30, poorCallers: 24, broadcasters: 26, hosts: 2, watchers: 100, poorWatchers: 10 },
}

const shortForm: Form = {
  kills: 6,
  calmKills: 1,
  calmMs: 3_000,
  calls: 12,
  callsMax: 8,
  callEveryMs: 500,
  watchedMs: { min: 3_000, max: 13_000 },
  gapMs: { min: 200, max: 3_000 },
  spendEveryMs: 100,
  cast: { callers: 12, poorCallers: 2, broadcasters: 12, hosts: 1, watchers: 6, poorWatchers: 1 },
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    kills: { type: 'string' },
    calls: { type: 'string' },
    short: { type: 'boolean', default: false },
    two: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

const print = (line: string) => void process.stdout.write(`${line}\n`)
const startedAt = performance.now()
const stamped = (line: string) =>
  print(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} ${line}`)

const form = values.short ? shortForm : longForm
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const options: ChaosOptions = {
  ...form,
  seed,
  apps: values.two ? 2 : 1,
  ...(values.kills ? { kills: Number(values.kills) } : {}),
  ...(values.calls ? { calls: Number(values.calls) } : {}),
  print: stamped,
}

// The spenders use the driver as the app does, and their database is killed as well.
surviveLostConnections(createLog('silent'))
print(`seed ${seed}`)
const { evidence, folder } = await runChaos(options)
const { defects, figures } = judge(evidence)
for (const line of figures) print(line)
for (const defect of defects) print(`DEFECT ${defect}`)
print(defects.length === 0 ? `all is well (seed ${seed})` : `${defects.length} defects (seed ${seed})`)
if (defects.length > 0 || values.keep) {
  await keepEvidence(evidence, folder)
  print(`what was left: ${folder}`)
} else {
  await removeFolder(folder)
}
process.exit(defects.length === 0 ? 0 : 1)
