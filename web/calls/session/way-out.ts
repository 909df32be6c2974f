import type { CallSnapshot } from '#contract/calls/calls.ts'
import { isCallPage } from '#domain/calls/call-pages.ts'
import type { CallStage } from './call-view.ts'

/**
 * How a call screen is left. `back`: to the entry of the history before it, which is the page to show, so that no page
 * is there twice. Otherwise another page takes the screen's place.
 */
export type WayOut = { way: 'back' } | { way: 'replace'; to: string }

/**
 * @param before the page before the call screen; null when the screen was opened directly
 * @param to the page after the call
 * @param pages other pages about the partner, where the call may have begun
 * @param staysPut the member goes on where the call came in between
 */
export const wayOut = ({
  before,
  to,
  pages,
  staysPut,
}: {
  before: string | null
  to: string
  pages: readonly string[]
  staysPut: boolean
}): WayOut => {
  const isUseful = before !== null && !isCallPage(before)
  return isUseful && (staysPut || before === to || pages.includes(before))
    ? { way: 'back' }
    : { way: 'replace', to }
}

/** Whether the call came in between something else: it was declined, missed or never begun on this page. */
export const cameInBetween = (stage: CallStage, call: CallSnapshot | null): boolean => {
  if (stage.name === 'left' || stage.name === 'elsewhere') return true
  return stage.name === 'ended' && call !== null && !call.dialled && call.connectedAt === null
}
