import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/**
 * argon2id (the library's default algorithm) with the first parameters of OWASP's Password Storage Cheat Sheet:
 * 19 MiB, two passes, one lane.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** @returns the PHC string to store */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

let decoy: Promise<string> | null = null

/** Takes the same time whether or not the account exists: without a stored hash it checks a decoy. */
export const passwordFits = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hashPassword(randomBytes(32).toString('base64url'))
  const fits = await verify(stored ?? (await decoy), password).catch(() => false)
  return stored !== null && fits
}

/** Runs at most `running` tasks at a time; `run` answers null when `waiting` more are queued already. */
export const createQueue = (options: { running: number; waiting: number }) => {
  let running = 0
  const line: (() => void)[] = []
  const run = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (running >= options.running) {
      if (line.length >= options.waiting) return null
      // A finished task hands its slot to the next one, so `running` stays as it is.
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
  return { run }
}

/** A check costs about 30 ms and 19 MiB: a flood of sign-ins must not exhaust the machine. */
export const passwordHashSlots = createQueue({ running: 2, waiting: 64 })
