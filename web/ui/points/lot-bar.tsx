import type { LotKind } from '#contract/core/shared.ts'
import { count, day, daysLeft } from '#web/text/format.ts'
import { classes } from '../classes.ts'
import { Mark } from '../form/chip.tsx'
import { Rows } from '../panel.tsx'
import styles from './lot-bar.module.css'

export interface Lot {
  kind: LotKind
  remaining: number
  /** ISO instant. */
  expiresAt: string
}

const lotName = { free: '無料ポイント', paid: '有料ポイント' } as const satisfies Record<LotKind, string>
const soonDays = 30
/** Lots of one kind that expire on the same day are shown as one. They are adjacent already. */
const byDay = (lots: readonly Lot[], nowMs: number): Lot[] => {
  const merged: Lot[] = []
  for (const lot of lots) {
    const last = merged.at(-1)
    if (last?.kind === lot.kind && day(last.expiresAt, nowMs) === day(lot.expiresAt, nowMs))
      merged[merged.length - 1] = { ...last, remaining: last.remaining + lot.remaining }
    else merged.push(lot)
  }
  return merged
}

/** The balance as one bar, a piece per lot, in the order in which lots are spent; free points are striped. */
export const LotBar = ({ lots: given, nowMs }: { lots: readonly Lot[]; nowMs: number }) => {
  const lots = byDay(given, nowMs)
  return lots.length === 0 ? null : (
    <div
      className={styles.bar}
      role="img"
      aria-label={lots.map((lot) => `${lotName[lot.kind]}${count(lot.remaining)}`).join('、')}
    >
      {lots.map((lot, index) => (
        <i
          key={`${lot.expiresAt}${lot.kind}`}
          className={classes(lot.kind === 'free' && styles.free, index % 2 === 1 && styles.faded)}
          style={{ flexGrow: lot.remaining }}
        />
      ))}
    </div>
  )
}

/** The lots in words: the rest of each and its expiry. */
export const LotList = ({ lots, nowMs }: { lots: readonly Lot[]; nowMs: number }) => (
  <Rows className={styles.list}>
    {byDay(lots, nowMs).map((lot, index) => {
      const left = daysLeft(lot.expiresAt, nowMs)
      return (
        <li key={`${lot.expiresAt}${lot.kind}`}>
          <i className={classes(lot.kind === 'free' && styles.free, index % 2 === 1 && styles.faded)} />
          <div>
            {lotName[lot.kind]}
            {left <= soonDays ? <Mark>あと{left}日</Mark> : null}
            <small>
              {day(lot.expiresAt, nowMs)}まで{index === 0 && lots.length > 1 ? '・先に使われます' : ''}
            </small>
          </div>
          <b className="num">
            {count(lot.remaining)}
            <small>pt</small>
          </b>
        </li>
      )
    })}
  </Rows>
)
