import { observable } from '#web/shell/observable.ts'
import { useStore } from '#web/shell/use-store.ts'

/** What a visitor tapped before the registration: a fresh account goes on to it. */
export interface Wanted {
  /** A path of our own. */
  to: string
  /** In a sentence: みおさんとのビデオ通話. */
  what: string
  /** Of a call. */
  ratePointsPerMin?: number
}

/** The account modal that is open over the page. */
export interface AccountDialog {
  name: 'registration' | 'login'
  wanted: Wanted | null
}

const current = observable<AccountDialog | null>(null)

/** What was wanted survives the way from one modal to the other. */
const open = (name: AccountDialog['name']) => current.set({ name, wanted: current.get()?.wanted ?? null })

/** A visitor wants something that needs an account: 無料ではじめる. */
export const openRegistration = (): void => open('registration')
/** A visitor tapped a call or a message: after the registration it follows. */
export const registerFor = (wanted: Wanted): void => current.set({ name: 'registration', wanted })
export const openLogin = (): void => open('login')
export const closeAccountDialog = (): void => current.set(null)

export const useAccountDialog = (): AccountDialog | null => useStore(current)
