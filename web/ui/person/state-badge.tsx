import type { ReactElement } from 'react'
import type { PresenceState } from '#contract/people/people.ts'
import { presenceText } from '#web/text/states.ts'
import { classes } from '../classes.ts'
import styles from './state-badge.module.css'

/** ● ◐ lantern ○: each state has a shape of its own, so that colour is never the only sign. */
const shapes = {
  standby: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  inCall: (
    <>
      <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M6 1.4a4.6 4.6 0 0 1 0 9.2Z" fill="currentColor" />
    </>
  ),
  live: (
    <>
      <path d="M4.2 0h3.6v1.8H4.2ZM4.2 10.2h3.6V12H4.2Z" fill="currentColor" />
      <rect x="1" y="2" width="10" height="8" rx="4" fill="currentColor" />
    </>
  ),
  offline: <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.6" />,
} as const satisfies Record<PresenceState, ReactElement>

const StateShape = ({ state }: { state: PresenceState }) => (
  <svg viewBox="0 0 12 12" aria-hidden="true">
    {shapes[state]}
  </svg>
)

export const StateBadge = ({
  state,
  plain = false,
  className,
}: {
  state: PresenceState
  /** Without the pill. */
  plain?: boolean
  className?: string | undefined
}) => (
  <span className={classes(styles.badge, styles[state], plain && styles.plain, className)}>
    <StateShape state={state} />
    {presenceText[state]}
  </span>
)

/** The shape alone, at the edge of a portrait; its word is read aloud. */
export const StateDot = ({ state }: { state: PresenceState }) => (
  <span className={classes(styles.dot, styles[state])}>
    <StateShape state={state} />
    <span className="vh">{presenceText[state]}</span>
  </span>
)
