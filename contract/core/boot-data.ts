import type { Session } from '../account/account.ts'

/** What the server inlines into every page, so that the first screen knows its viewer without a request. */
export interface BootData {
  session: Session | null
  /** The device that the server saw; its markup is for that one. */
  isMobile: boolean
  /** The age gate covers every screen. */
  isGated: boolean
  /** The data stream that receives page views; null where none is set up, and for every visitor. */
  measurementId: string | null
  /** Whether members sign in by Google. */
  hasGoogle: boolean
  /** The collector that error reports name, which reach it through the tunnel. */
  dsn: string
  /** The recipient of the contact modal's mail. */
  supportMail: string
  /** The service for a visitor's IP address; null: our own server. */
  ipLookupUrl: string | null
}
