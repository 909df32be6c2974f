import type { Session } from '#contract/account/account.ts'

/** What the server inlines into the page, so that the first screen needs no request to know who looks at it. */
interface BootData {
  session: Session | null
  /** The entrance gate stands before everything. */
  isGated: boolean
  /** The data stream that receives page views; null where none is set up, and for every visitor. */
  measurementId: string | null
  /** Whether members sign in by Google. */
  hasGoogle: boolean
  /** The collector that error reports name. */
  dsn: string
  /** Whom the contact modal's mail goes to. */
  supportMail: string
  /** Asked for a visitor's IP address; null: our own server tells it. */
  ipLookupUrl: string | null
}

/** What the page came with; empty when it came without it and has to ask. */
export const bootData = (): Partial<BootData> => {
  const text = document.getElementById('boot')?.textContent
  if (!text) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
