import type { VisitPayment, VisitPlan } from '../oracle/observations.ts'
import type { Random } from '../random.ts'

/** Two increments and a comment, up to four increments and a present. */
const spendCaps = [60, 80, 130] as const
const paymentsMax = 3

interface VisitTraits {
  number: number
  isPoor: boolean
  /** How long visits are. */
  watchedMs: { min: number; max: number }
}

/** Draws how the next visit of a live room goes. A poor watcher's visit ends because the wallet is empty. */
export const drawVisit = (random: Random, { number, isPoor, watchedMs: bounds }: VisitTraits): VisitPlan => {
  const watchedMs = random.between(bounds.min, bounds.max)
  const isFreeLook = !isPoor && random.next() < 0.1
  const ending = random.weighted({ leaves: 60, vanishes: 15, nobody: 25 })
  const hasBlip = !isPoor && random.next() < 0.1
  const payments = Array.from({ length: Math.floor(random.between(0, paymentsMax + 1)) }, () => ({
    kind: random.weighted<VisitPayment['kind']>({ comment: 60, present: 20, menu: 20 }),
    afterMs: random.between(0, watchedMs),
  }))
  return {
    number,
    watchedMs,
    isFreeLook,
    spendCap: ending === 'nobody' && !isPoor && !isFreeLook ? random.pick(spendCaps) : null,
    ending: isPoor || isFreeLook ? 'nobody' : ending,
    payments: isPoor || isFreeLook ? [] : payments.toSorted((one, other) => one.afterMs - other.afterMs),
    blip: hasBlip
      ? { afterMs: random.between(0.2, 0.8) * watchedMs, lastsMs: random.between(1_000, 9_000) }
      : null,
  }
}
