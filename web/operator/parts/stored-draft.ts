import { useState } from 'react'
import { safeStore } from '#web/shell/local-store.ts'

const store = safeStore(() => sessionStorage)

/**
 * A long text while it is being written: it outlives a reload, and a sign-in that expired.
 *
 * @param key what is written, and the version it is based on: another key begins a new draft
 */
export const useStoredDraft = (key: string, initial: string) => {
  const name = `operatorDraft:${key}`
  const [text, setText] = useState(() => store.get(name) ?? initial)
  const write = (next: string | null) => {
    store.set(name, next)
    setText(next ?? initial)
  }
  return { text, write, clear: () => write(null) }
}
