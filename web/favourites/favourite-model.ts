/** Specification 9: the favourite toggle is locked for 2 s after each attempt. */
const favouriteLockMs = 2_000

/** Specification 8, word for word. */
export const favouriteAlerts = {
  add: 'お気に入りの追加に失敗しました。',
  remove: 'お気に入りの削除に失敗しました。',
} as const

export type FavouriteAttempt = keyof typeof favouriteAlerts

export interface FavouriteState {
  /** What the heart shows: an attempt shows at once and is reset when it fails. */
  bookmark: boolean
  locked: boolean
  alert: string | null
}

export interface FavouriteModel {
  get: () => FavouriteState
  subscribe: (listener: () => void) => () => void
  /** Adds when not yet favourited, removes when favourited; nothing while locked. `send` answers whether it worked. */
  press: (send: (attempt: FavouriteAttempt) => Promise<boolean>) => Promise<void>
  /** The server's value from another answer; ignored while an attempt is running. */
  update: (bookmark: boolean) => void
  dismissAlert: () => void
}

const waitMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The heart of one partner: one attempt at a time, and none within two seconds of the last one's end. */
export const createFavourite = (bookmark: boolean): FavouriteModel => {
  let state: FavouriteState = { bookmark, locked: false, alert: null }
  let isSending = false
  const listeners = new Set<() => void>()
  const change = (part: Partial<FavouriteState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    press: async (send) => {
      if (state.locked) return
      const before = state.bookmark
      const attempt = before ? 'remove' : 'add'
      change({ bookmark: !before, locked: true, alert: null })
      isSending = true
      const isDone = await send(attempt)
      isSending = false
      if (!isDone) change({ bookmark: before, alert: favouriteAlerts[attempt] })
      await waitMs(favouriteLockMs)
      change({ locked: false })
    },
    update: (bookmark) => {
      if (!isSending && bookmark !== state.bookmark) change({ bookmark })
    },
    dismissAlert: () => change({ alert: null }),
  }
}
