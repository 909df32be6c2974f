import type { ReactNode } from 'react'

/** Specification 9: a toast stays 3700 ms; a chat's 2200 ms. */
export const toastDefaultMs = 3_700

export interface ToastMessage {
  title: string
  text?: string
  tone?: 'plain' | 'ok' | 'error'
  /** In place of the tone's icon: an avatar. */
  lead?: ReactNode
  action?: { label: string; onPress: () => void }
  /** A press anywhere on it, but on its button; the text then takes one line. */
  onPress?: () => void
  durationMs?: number
}

/**
 * Shows one toast; the one before it goes. The machinery loads with the first toast, so it doesn't weigh on the
 * first page.
 */
export const showToast = async (message: ToastMessage): Promise<void> => {
  const { present } = await import('./toast-area.tsx')
  present(message)
}
