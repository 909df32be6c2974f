import { type CallEndedInfo, parseCallEndedInfo } from '#domain/calls/post-call.ts'
import { localStore } from '#web/shell/local-store.ts'

const keys = {
  callEnded: 'callEndedInfo',
  /** The call whose review was offered already: a reload doesn't offer it again. */
  reviewAsked: 'reviewAskedCallId',
  /** The call whose end was shown: neither a reload nor the server's mark, should it be lost, shows it again. */
  seen: 'seenCallEnd',
  /** Specification 4, Call-ended modal: the call ended in full screen; closing the modal reloads the page. */
  fullScreen: 'isFullScreen',
  /** The ring whose dialling page was closed, or the call that a page showed as over while the server was out of reach. */
  givenUp: 'givenUpCallId',
} as const

/** Storage can be switched off or full; a call works without it. */
const read = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Only the stored value is lost.
  }
}

/**
 * The specified fields alone identify no call; this mark is stored with the info, so the partner is enough.
 */
const reviewedAs = ({ callId, partnerId }: CallEndedInfo): string => callId ?? partnerId

const endListeners = new Set<() => void>()

/** Calls the listener when the info of an ended call was stored. Returns a function that stops listening. */
export const onCallEndStored = (listener: () => void): (() => void) => {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

const runningKey = 'runningCallId'

/** The call that runs in this browser, and the page that has it; for the pages that are opened after it. */
export const runningCall = {
  store: (callId: string, pageId: string): void => localStore.set(runningKey, `${callId} ${pageId}`),
  callId: (): string | null => localStore.get(runningKey)?.split(' ')[0] ?? null,
  clear: (): void => localStore.set(runningKey, null),
  /** Another page has the call: only the entry of this page is cleared. */
  clearOwn: (pageId: string): void => {
    if (localStore.get(runningKey)?.endsWith(` ${pageId}`)) localStore.set(runningKey, null)
  },
} as const

export const callStorage = {
  callEnded: (): CallEndedInfo | null => parseCallEndedInfo(read(keys.callEnded)),
  storeCallEnded: (info: CallEndedInfo): void => {
    write(keys.callEnded, JSON.stringify(info))
    // Without an id the next refusal by the same partner has the same mark.
    if (info.callId === null) write(keys.seen, null)
    for (const listener of endListeners) listener()
  },
  /** A call that has ended since then keeps its info. */
  clearCallEnded: (info: CallEndedInfo): void => {
    if (JSON.stringify(callStorage.callEnded()) !== JSON.stringify(info)) return
    write(keys.callEnded, null)
    write(keys.reviewAsked, null)
  },

  wasReviewAsked: (info: CallEndedInfo): boolean => read(keys.reviewAsked) === reviewedAs(info),
  markReviewAsked: (info: CallEndedInfo): void => write(keys.reviewAsked, reviewedAs(info)),

  wasSeen: (info: CallEndedInfo): boolean => read(keys.seen) === reviewedAs(info),
  markSeen: (info: CallEndedInfo): void => write(keys.seen, reviewedAs(info)),

  storeGivenUp: (callId: string): void => write(keys.givenUp, callId),
  givenUpCallId: (): string | null => read(keys.givenUp),

  isFullScreen: (): boolean => read(keys.fullScreen) === 'true',
  storeFullScreen: (isFullScreen: boolean): void => write(keys.fullScreen, isFullScreen ? 'true' : null),
} as const
