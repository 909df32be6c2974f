import { type Refusal, refuse } from '#contract/core/refusal.ts'
import {
  openRequestsMax,
  type RequestMoment,
  type RequestPhase,
  type RequestSide,
  requestWishMax,
} from '#contract/gallery/requests.ts'
import { isLongerThan, isUnprintable, publicText } from '#domain/text/written.ts'

/** The machine of a request for pictures (product.md 7.12). Instants are in milliseconds of the database's clock. */
export interface RequestState {
  phase: RequestPhase
  expiresAt: number
}

export type RequestEvent =
  | { type: 'accept' | 'decline' | 'deliver'; by: RequestSide }
  | { type: 'cancel'; by: RequestSide }
  /** A block, or a side that leaves. */
  | { type: 'close' }
  | { type: 'tick' }

export interface RequestStep {
  phase: RequestPhase
  /** What becomes of the held points. */
  effect: 'none' | 'capture' | 'release'
  /** The side that is notified; null: nobody. */
  notice: { to: RequestSide; moment: RequestMoment } | null
}

export const isOpenRequest = (phase: RequestPhase): boolean => phase === 'open' || phase === 'accepted'

const stay = (phase: RequestPhase): RequestStep => ({ phase, effect: 'none', notice: null })
const end = (phase: RequestPhase, notice: RequestStep['notice']): RequestStep => ({
  phase,
  effect: 'release',
  notice,
})

/** Who may do what; the other side's deed is refused like an unknown request. */
const actors = {
  accept: 'broadcaster',
  decline: 'broadcaster',
  deliver: 'broadcaster',
  cancel: 'caller',
} as const
const results = {
  accept: 'accepted',
  decline: 'declined',
  deliver: 'delivered',
  cancel: 'cancelled',
} as const satisfies Record<keyof typeof actors, RequestPhase>

/**
 * One event. What is asked again changes nothing and is no refusal. After the end only `tick` and `close` still end what is
 * open. Refuses: notFound (the wrong side), requestGone.
 */
export const requestStep = (
  { phase, expiresAt }: RequestState,
  event: RequestEvent,
  now: number,
): RequestStep | Refusal<'notFound' | 'requestGone'> => {
  if (event.type === 'close') return isOpenRequest(phase) ? end('cancelled', null) : stay(phase)
  if (event.type === 'tick')
    return isOpenRequest(phase) && now >= expiresAt
      ? end('expired', { to: 'caller', moment: 'expired' })
      : stay(phase)
  if (event.by !== actors[event.type]) return refuse('notFound')
  const wanted = results[event.type]
  if (phase === wanted) return stay(phase)
  if (!isOpenRequest(phase) || now >= expiresAt) return refuse('requestGone')
  switch (event.type) {
    case 'accept':
      return { phase: wanted, effect: 'none', notice: { to: 'caller', moment: 'accepted' } }
    case 'decline':
      return end(wanted, { to: 'caller', moment: 'declined' })
    case 'deliver':
      return { phase: wanted, effect: 'capture', notice: { to: 'caller', moment: 'delivered' } }
    case 'cancel':
      return phase === 'open'
        ? end(wanted, { to: 'broadcaster', moment: 'cancelled' })
        : refuse('requestGone')
  }
}

/** A wish as it is stored. */
export const readWish = (written: string): string | Refusal<'requestWishWrong'> => {
  const wish = publicText(written)
  return wish === '' || isUnprintable(written) || isLongerThan(wish, requestWishMax)
    ? refuse('requestWishWrong')
    : wish
}

export const mayOpenAnother = (open: number): boolean => open < openRequestsMax
