import { useSyncExternalStore } from 'react'
import { observable } from '#web/shell/observable.ts'

/** The account modal that is open over the page, if any. */
export type AccountDialog = 'registration' | 'login'

const current = observable<AccountDialog | null>(null)

/** A visitor wants something that needs an account: 無料ではじめる. */
export const openRegistration = (): void => current.set('registration')
export const openLogin = (): void => current.set('login')
export const closeAccountDialog = (): void => current.set(null)

export const useAccountDialog = (): AccountDialog | null =>
  useSyncExternalStore(current.subscribe, current.get)
