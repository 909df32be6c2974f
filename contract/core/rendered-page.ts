import type { EndpointSpec, OutputOf, RequestOf } from './endpoint.ts'

/** Asks an endpoint without any cookie: what comes back is what every visitor gets. Rejects where it refuses. */
export type RequestAsVisitor = <E extends EndpointSpec>(
  endpoint: E,
  input: RequestOf<E>,
) => Promise<OutputOf<E>>

/** The answers that a page was rendered with: the browser renders the same from them, and asks for none of them again. */
export interface PageAnswers {
  /** When they were given, in milliseconds since 1970, by the server. */
  atMs: number
  /** Keys of the browser's query cache, and what is there. */
  entries: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

/** A screen as a visitor sees it before any script has run. */
export interface RenderedPage {
  /** What is in #root. */
  html: string
  answers: PageAnswers
}

/** The device that a page is rendered for. */
export interface PageDevice {
  isMobile: boolean
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
  /** The device of the page that is being rendered; several are at once. */
  device: Carried<PageDevice>
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

/** The pages' own code, built for the server (web/app/server-entry.tsx). */
export interface PageRenderer {
  /** The paths it renders, each with the module of its screen below web/; null: the module is on every page. */
  screens: Readonly<Record<string, string | null>>
  /** The page at an address that names somebody or something; null at all others. Whether it exists isn't known yet. */
  namedPage(path: string, device: PageDevice): NamedPage | null
  /**
   * Null where nothing has the name in the address, or an answer is missing. Rejects where a part of the page fails, or
   * isn't ready in time.
   */
  render(path: string, device: PageDevice): Promise<RenderedPage | null>
}

export type CreatePageRenderer = (options: PageRendererOptions) => PageRenderer
