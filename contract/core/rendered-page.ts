import type { Session } from '../account/account.ts'
import type { EndpointSpec, OutputOf, RequestOf } from './endpoint.ts'

/** Asks an endpoint in the process. Rejects where it refuses. */
export type EndpointRequest = <E extends EndpointSpec>(
  endpoint: E,
  input: RequestOf<E>,
) => Promise<OutputOf<E>>

/** Without any cookie: what comes back is what every visitor gets. */
export type RequestAsVisitor = EndpointRequest

/** The answers that a page was rendered with: the browser renders the same from them, and asks for none of them again. */
export interface PageAnswers {
  /** When they were given, in milliseconds since 1970, by the server. */
  atMs: number
  /** Keys of the browser's query cache, and what is there. */
  entries: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

/** A screen as it is seen before any script has run. */
export interface RenderedPage {
  /** What is in #root. */
  html: string
  answers: PageAnswers
}

/** The device that a page is rendered for. */
export interface PageDevice {
  isMobile: boolean
}

/** The member for whom alone a page is rendered. */
export interface PageMember {
  session: Session
  /** With the member's own session. It also rejects where the browser shall ask instead. */
  request: EndpointRequest
  /** Ends the rendering: nobody waits for it any longer. */
  signal: AbortSignal
}

/** For whom a page is rendered. */
export interface PageReader extends PageDevice {
  /** Left out for visitors. */
  member?: PageMember | undefined
}

/** Holds a value for all that a piece of work does, also later (Node's AsyncLocalStorage). */
export interface Carried<Value> {
  run<Result>(value: Value, work: () => Result): Result
  getStore(): Value | undefined
}

export interface PageRendererOptions {
  request: RequestAsVisitor
  /** Milliseconds since 1970. */
  now: () => number
  /** The reader of the page that is being rendered; several are at once. */
  reader: Carried<PageReader>
  /** A visitor's page that takes longer is given up. A member's request has a signal of its own. */
  timeoutMs: number
  /** The settings that every page's boot data names. */
  settings: { hasGoogle: boolean; supportMail: string; ipLookupUrl: string | null }
}

/** A page whose address names somebody or something. */
export interface NamedPage {
  /** Its address on this device. */
  path: string
  /** The module of its screen below web/. */
  screen: string
}

/** A page that is rendered for members. */
export interface MemberPage {
  /** Its address on this device. */
  path: string
  /** As in `screens`. */
  screen: string | null
}

/** The pages' own code, built for the server (web/app/server-entry.tsx). */
export interface PageRenderer {
  /** The paths it renders, each with the module of its screen below web/; null: the module is on every page. */
  screens: Readonly<Record<string, string | null>>
  /** The page at an address that names somebody or something; null at all others. Whether it exists isn't known yet. */
  namedPage(path: string, device: PageDevice): NamedPage | null
  /** The page at an address that is rendered for this member; null where the scripts fill it. */
  memberPage(path: string, device: PageDevice, session: Session): MemberPage | null
  /**
   * Null where nothing has the name in the address, or a visitor's answer is missing. Rejects where a part of the page
   * fails, or isn't ready in time.
   */
  render(path: string, reader: PageReader): Promise<RenderedPage | null>
}

export type CreatePageRenderer = (options: PageRendererOptions) => PageRenderer
