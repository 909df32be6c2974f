import { observable } from './observable.ts'
import { useStore } from './use-store.ts'

/** A point pack that a member wants to buy by bank transfer. */
export interface TransferRequest {
  orderId: string
  priceYen: number
  /** Null while it isn't known. */
  bankAccount: string | null
}

export interface Contact {
  /** Null: a question of any other kind. */
  transfer: TransferRequest | null
  /** The password was forgotten: a mailed reset is offered first. */
  isPasswordForgotten: boolean
}

const current = observable<Contact | null>(null)

/** Opens the contact modal over any page (specification 2). */
export const openContact = (transfer: TransferRequest | null = null): void =>
  current.set({ transfer, isPasswordForgotten: false })
export const openForgottenPassword = (): void => current.set({ transfer: null, isPasswordForgotten: true })
export const closeContact = (): void => current.set(null)
export const useContact = (): Contact | null => useStore(current)
