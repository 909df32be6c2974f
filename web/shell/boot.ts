import type { Session } from '#contract/account/account.ts'

/** The data that the server inlines into the page, so that the first screen knows its viewer without a request. */
interface BootData {
  session: Session | null
  /** The device that the server saw; its markup is for that one. */
  isMobile: boolean
  /** The age gate covers every screen. */
  isGated: boolean
  /** The data stream that receives page views; null where none is set up, and for every visitor. */
  measurementId: string | null
  /** Whether members sign in by Google. */
  hasGoogle: boolean
  /** The collector that error reports name. */
  dsn: string
  /** The recipient of the contact modal's mail. */
  supportMail: string
  /** The service for a visitor's IP address; null: our own server. */
  ipLookupUrl: string | null
}

let known: Partial<BootData> | null = null

/** On the server, where no page is: what the pages of all visitors have in common. */
export const setBootData = (data: Partial<BootData>): void => {
  known = data
}

/** The inlined data; empty in a page without it. */
export const bootData = (): Partial<BootData> => {
  if (known) return known
  const text = document.getElementById('boot')?.textContent
  if (!text) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
