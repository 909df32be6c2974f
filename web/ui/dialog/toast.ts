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
  /** A press anywhere on it except its button; the text then has one line. */
  onPress?: () => void
  durationMs?: number
}

/**
 * Shows one toast; it replaces the one before. The library loads with the first toast, so that it doesn't slow the
 * first page.
 */
export const showToast = async (message: ToastMessage): Promise<void> => {
  const { present } = await import('./toast-area.tsx')
  present(message)
}
