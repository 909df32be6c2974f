import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/db/database.ts'
import { openEnvironment } from './environment.ts'
import { createKiller } from './killer.ts'
import { type ChaosMemberCounts, createMembers, memberPassword } from './members.ts'
import { type Evidence, isAtRest, readDatabase } from './oracle/evidence.ts'
import type { CrowdCommand, CrowdReport, Observations } from './oracle/observations.ts'
import { createRandom } from './random.ts'
import { createSpenders } from './spenders.ts'
import { pass, waitFor, within } from './wait-for.ts'

export interface ChaosOptions {
  seed: number
  /** Two share a database, and people go to either. */
  apps: 1 | 2
  kills: number
  /** So many of them are media processes that are killed when everything has been well for so long. */
  calmKills: number
  calmMs: number
  /** Calls that have to be begun at least. */
  calls: number
  callsMax: number
  callEveryMs: number
  /** How long visits of live rooms are. */
  watchedMs: { min: number; max: number }
  gapMs: { min: number; max: number }
  /** Each spender's pause between two payments. */
  spendEveryMs: number
  cast: ChaosMemberCounts
  print(line: string): void
}

/** Everything is settled within 30 s of recovery. */
const restPatienceMs = 30_000
/** What a step of the conductor's own takes at most: its statements, or the end of what it started. */
const stepPatienceMs = 90_000
/** Everybody has 60 s to sign in, and 60 s to be seen. */
const gatherPatienceMs = 150_000
/** Two calls begin within seconds of each other, unless all people are in calls that recovery holds up. */
const nextCallPatienceMs = 180_000
/** The longest that the last call and its receipts can take, each of its waits at its end. */
const lastCallPatienceMs = 900_000
/** The people's process reports every second. */
const progressEveryMs = 250
const crowdScript = fileURLToPath(new URL('./crowd-process.ts', import.meta.url))

/** Runs people and kills against the app, and hands back all that is known in the end. */
export const runChaos = async (options: ChaosOptions): Promise<{ evidence: Evidence; folder: string }> => {
  const { seed, print } = options
  const folder = await mkdtemp(join(tmpdir(), 'koyoi-chaos-'))
  const random = createRandom(seed)
  const crowd = createCrowd(print)
  const closers: (() => Promise<void>)[] = [() => crowd.end()]
  try {
    const stage = await openEnvironment({ folder, apps: options.apps, random })
    closers.unshift(() => stage.close())
    const { databaseUrl } = stage
    const database = openDatabase(databaseUrl, { maxConnections: 2, applicationName: 'koyoi-chaos' })
    closers.unshift(() => database.close())
    const cast = await within('the cast is written', stepPatienceMs, createMembers(database, options.cast))
    const spenders = createSpenders(
      databaseUrl,
      cast.broadcasters.map(({ memberId }) => memberId),
      options.spendEveryMs,
    )
    closers.unshift(() => spenders.close())
    const prepared = within('the spenders are written', stepPatienceMs, spenders.prepare())
    const granted = new Map([...cast.granted, ...(await prepared)])
    await crowd.gather({
      origin: stage.origin,
      seed: seed + 1,
      password: memberPassword,
      callers: cast.callers,
      broadcasters: cast.broadcasters,
      hosts: cast.hosts,
      watchers: cast.watchers,
      watchedMs: options.watchedMs,
      callsMax: options.callsMax,
      callEveryMs: options.callEveryMs,
      registerEveryMs: 1_000,
    })
    const observations = crowd.begin()
    const spending = spenders.run()
    const killer = createKiller({
      random,
      apps: stage.apps,
      gapMs: options.gapMs,
      onKill: ({ victim }) => print(`  killed: ${victim}`),
    })
    await crowd.hasBegun(Math.min(options.callsMax, options.calls) / 2)
    await killer.run(options.kills - options.calmKills)
    // The watchers of a killed media process are judged by kills that nothing else disturbs.
    for (let done = 0; done < options.calmKills; done += 1) await killer.killInCalm('media', options.calmMs)
    await crowd.hasBegun(options.calls)
    crowd.windDown()
    const reported = await within('the last call ends', lastCallPatienceMs, observations)
    spenders.stop()
    await within('the spenders end', stepPatienceMs + restPatienceMs, spending)
    const isResting = await waitFor(() => isAtRest(database).catch(() => false), restPatienceMs)
    if (!isResting) print('something is still open after 30 s')
    const evidence = {
      kills: killer.kills,
      surprises: stage.apps.flatMap((app) => app.surprises),
      observations: reported,
      spends: spenders.stories,
      granted,
      ...(await within('the database is read', stepPatienceMs, readDatabase(database))),
    }
    return { evidence, folder }
  } finally {
    for (const [number, close] of closers.entries())
      await within(`closer ${number}`, stepPatienceMs, close()).catch((error: unknown) =>
        print(String(error)),
      )
  }
}

/** Beside the logs of the app, for an engineer who looks into a red run. */
export const keepEvidence = (evidence: Evidence, folder: string): Promise<void> =>
  writeFile(
    join(folder, 'evidence.json'),
    JSON.stringify(evidence, (_key, value) =>
      value instanceof Map || value instanceof Set ? [...value] : value,
    ),
  )

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** The people's process, as the conductor talks with it. */
const createCrowd = (print: (line: string) => void) => {
  const child = fork(crowdScript, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const gathered = Promise.withResolvers<void>()
  const done = Promise.withResolvers<Observations>()
  let begun = 0
  let lastBegunAt = performance.now()
  let lastLine = ''
  child.on('message', (message) => {
    const report = message as CrowdReport
    if (report.type === 'gathered') gathered.resolve()
    if (report.type === 'done') done.resolve(report.observations)
    if (report.type !== 'progress') return
    if (report.begun > begun) lastBegunAt = performance.now()
    begun = report.begun
    const line = `calls: ${report.begun} begun, ${report.running} running, ${report.flowing} talking, ${report.watching} watching`
    if (line !== lastLine) print(line)
    lastLine = line
  })
  void once(child, 'exit').then(([code]) => {
    const error = new Error(`the people's process ended (${code})`)
    gathered.reject(error)
    done.reject(error)
  })
  done.promise.catch(() => undefined)
  gathered.promise.catch(() => undefined)
  const say = (command: CrowdCommand) => child.send(command)
  return {
    gather: (crowdOptions: Extract<CrowdCommand, { type: 'gather' }>['options']): Promise<void> => {
      say({ type: 'gather', options: crowdOptions })
      return within('everybody signs in', gatherPatienceMs, gathered.promise)
    },
    begin: (): Promise<Observations> => {
      say({ type: 'begin' })
      return done.promise
    },
    hasBegun: async (calls: number): Promise<void> => {
      lastBegunAt = performance.now()
      while (begun < calls) {
        if (performance.now() - lastBegunAt > nextCallPatienceMs)
          throw new Error(`no call begins after the first ${begun}, within ${nextCallPatienceMs / 1000} s`)
        await Promise.race([pass(progressEveryMs), done.promise])
      }
    },
    windDown: () => say({ type: 'windDown' }),
    end: async () => {
      if (child.connected) child.disconnect()
    },
  }
}
