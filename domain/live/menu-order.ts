import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { menuQueueMax, type menuStates } from '#contract/live/flow.ts'

export type MenuOrderState = (typeof menuStates)[number]

export type MenuOrderEvent =
  /** The device carried it out, or the broadcaster says so. */
  | 'acknowledge'
  | 'skip'
  /** The menu was paused, the room closed, or the buyer was put out of the room. */
  | 'release'

/** What becomes of the held points. */
export type MenuOrderEffect = 'capture' | 'releaseHold'

const outcomes = {
  acknowledge: { state: 'done', effect: 'capture' },
  skip: { state: 'skipped', effect: 'releaseHold' },
  release: { state: 'released', effect: 'releaseHold' },
} as const satisfies Record<MenuOrderEvent, { state: MenuOrderState; effect: MenuOrderEffect }>

/** An order that waits becomes exactly one thing, once; what has become of it stays. Refuses: liveOrderGone. */
export const decideMenuOrder = (
  state: MenuOrderState,
  event: MenuOrderEvent,
): { state: MenuOrderState; effect: MenuOrderEffect } | Refusal<'liveOrderGone'> =>
  state === 'waiting' ? outcomes[event] : refuse('liveOrderGone')

/** Whether one more order may wait. */
export const decideQueue = (facts: {
  isPaused: boolean
  hasDevices: boolean
  waiting: number
}): null | Refusal<'liveMenuPaused' | 'liveMenuFull'> => {
  if (facts.isPaused || !facts.hasDevices) return refuse('liveMenuPaused')
  return facts.waiting < menuQueueMax ? null : refuse('liveMenuFull')
}
