import { observable } from '#web/shell/observable.ts'
import { useStore } from '#web/shell/use-store.ts'
import type { SafetySubject } from './safety-subject.ts'

export interface SafetyRequest extends SafetySubject {
  /** Over a call screen: always dark. */
  night: boolean
}

const current = observable<SafetyRequest | null>(null)

/**
 * Opens the choice between block and report. Its dialogs outlive what was pressed: a list may remove its row
 * meanwhile.
 */
export const openSafety = (request: SafetyRequest): void => current.set(request)

export const closeSafety = (): void => current.set(null)

export const useSafetyRequest = (): SafetyRequest | null => useStore(current)
