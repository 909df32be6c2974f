import { descendantsOf, processes, withoutForks } from './processes.ts'
import type { Random } from './random.ts'
import type { SupervisedApp } from './supervised-app.ts'
import { pass, waitFor } from './wait-for.ts'

export const victims = ['app', 'media', 'postgres', 'backend', 'watchdog'] as const
export type Victim = (typeof victims)[number]

/** `postgres` is the server's main process, `backend` one connection's, `watchdog` what guards the embedded one. */
const weights: Record<Victim, number> = { app: 34, media: 32, postgres: 16, backend: 12, watchdog: 6 }

const commandOf: Record<Exclude<Victim, 'app'>, RegExp> = {
  media: /media\/embedded\/process\/process\.ts/,
  postgres: /postgres -D /,
  backend: /^postgres: koyoi /,
  watchdog: /embedded-postgres\/watchdog\.ts/,
}

/** How long to wait for recovery; a longer one is a defect of its own. */
const recoveryPatienceMs = 60_000
const victimPatienceMs = 10_000
/** So often the next kill comes while the last one's victim isn't back yet. */
const strikeAgainShare = 0.15
const strikeAgainMsMax = 2_500

/** A broken connection is back, or is known not to be. */
const comeBackMs = 3_500

export interface Kill {
  victim: Victim
  /** Wall clock. */
  at: number
  /** Everything had been well for a while, and nothing else was killed until it was so again. */
  isCalm: boolean
  /** When some app served again, or still did; null when it took too long. */
  servedAt: number | null
  /** When everything was well again; null when it took too long. */
  wellAt: number | null
}

interface Struck {
  victim: Victim
  pid: number
  /** Wall clock, before the signal: nothing that the death broke was over by then. */
  at: number
  /** The victim and those like it, as they were. */
  before: readonly number[]
  /** The database servers whose watchdog was killed: each is stopped and replaced by the next watchdog. */
  orphans: readonly number[]
}

export interface KillerOptions {
  random: Random
  apps: readonly SupervisedApp[]
  gapMs: { min: number; max: number }
  onKill(kill: Kill): void
}

/** Sends SIGKILL to what a seed picks, and records how long recovery took. */
export const createKiller = ({ random, apps, gapMs, onKill }: KillerOptions) => {
  const kills: Kill[] = []

  /** Everything that is killed was started by this process, or by what it started. */
  const find = async (victim: Exclude<Victim, 'app'>): Promise<number[]> =>
    withoutForks(
      descendantsOf(process.pid, await processes()).filter(({ command }) => commandOf[victim].test(command)),
    ).map(({ pid }) => pid)

  const strike = async (victim: Victim): Promise<Struck | null> => {
    if (victim === 'app') {
      const at = Date.now()
      const pid = random.pick(apps).kill()
      return pid === undefined ? null : { victim, pid, at, before: [pid], orphans: [] }
    }
    const before = await find(victim)
    if (before.length === 0) return null
    const pid = random.pick(before)
    const orphans = victim === 'watchdog' ? await find('postgres') : []
    const at = Date.now()
    process.kill(pid, 'SIGKILL')
    return { victim, pid, at, before, orphans }
  }

  /** An orphan may still answer for what was killed, so its successor must be seen as well. */
  const isReplaced = async ({ victim, pid, before, orphans }: Struck): Promise<boolean> => {
    if (victim === 'app') return true
    const now = await find(victim)
    if (victim === 'watchdog') {
      const [all, servers] = [await processes(), await find('postgres')]
      if (servers.length === 0 || all.some((each) => orphans.includes(each.pid))) return false
    }
    // With one backend PostgreSQL ends all of them, and accepts connections again when it has recovered.
    if (victim === 'backend') return !now.some((each) => before.includes(each))
    return !now.includes(pid) && now.length >= before.length
  }
  const isWell = async (struck: Struck, kill: Kill): Promise<boolean> => {
    if (!(await isReplaced(struck))) return false
    const states = await Promise.all(apps.map((app) => app.health()))
    if (states.some((state) => state !== 'down')) kill.servedAt ??= Date.now()
    return states.every((state) => state === 'whole')
  }

  /** Resolves with the kill once something was there to be killed. */
  const killOne = async (
    pick: () => Victim,
    isCalm: boolean,
  ): Promise<{ kill: Kill; recovered: Promise<boolean> }> => {
    const found: { struck: Struck | null } = { struck: null }
    await waitFor(async () => {
      found.struck = await strike(pick()).catch(() => null)
      return found.struck !== null
    }, victimPatienceMs)
    if (!found.struck) throw new Error('there is nothing to kill')
    const { struck } = found
    const { victim, at } = struck
    const kill: Kill = { victim, at, isCalm, servedAt: null, wellAt: null }
    kills.push(kill)
    onKill(kill)
    const recovered = waitFor(() => isWell(struck, kill), recoveryPatienceMs).then((isBack) => {
      if (isBack) kill.wellAt = Date.now()
      return isBack
    })
    return { kill, recovered }
  }

  return {
    kills,
    /** Kills one of these when everything has been well for so long, and lets its connections come back. */
    killInCalm: async (victim: Victim, calmMs: number): Promise<void> => {
      await pass(calmMs)
      const { recovered } = await killOne(() => victim, true)
      await recovered
      await pass(comeBackMs)
    },
    /** Kills so many times, with pauses, and resolves when everything is well again. */
    run: async (count: number): Promise<void> => {
      const recoveries: Promise<boolean>[] = []
      for (let done = 0; done < count; done += 1) {
        const { recovered } = await killOne(() => random.weighted(weights), false)
        recoveries.push(recovered)
        if (random.next() < strikeAgainShare) {
          await pass(random.between(0, strikeAgainMsMax))
        } else {
          await recovered
          await pass(random.between(gapMs.min, gapMs.max))
        }
      }
      await Promise.all(recoveries)
    },
  }
}
