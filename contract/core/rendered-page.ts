import type { EndpointSpec, OutputOf, RequestOf } from './endpoint.ts'

/** Asks an endpoint without any cookie: what comes back is what every visitor gets. Rejects where it refuses. */
export type AskAsVisitor = <E extends EndpointSpec>(endpoint: E, input: RequestOf<E>) => Promise<OutputOf<E>>

/** The answers that a page was rendered with: the browser renders the same from them, and asks for none of them again. */
export interface PageAnswers {
  /** When they were given, in milliseconds since 1970, by the server. */
  atMs: number
  /** Keys of the browser's query cache, and what stands there. */
  entries: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

/** A screen as a visitor sees it before any script has run. */
export interface RenderedPage {
  /** What stands in #root. */
  html: string
  answers: PageAnswers
}

export interface PageRendererOptions {
  ask: AskAsVisitor
  /** Milliseconds since 1970. */
  now: () => number
  /** The settings that every page's boot data names. */
  settings: { hasGoogle: boolean; supportMail: string; ipLookupUrl: string | null }
}

/** The pages' own code, built for the server (web/app/server-entry.tsx). */
export interface PageRenderer {
  /** The paths it renders, each with the module of its screen below web/; null: the module is on every page. */
  screens: Readonly<Record<string, string | null>>
  /** Rejects where a part of the page fails, or isn't ready in time. */
  render(path: string, device: { isMobile: boolean }): Promise<RenderedPage>
}

export type CreatePageRenderer = (options: PageRendererOptions) => PageRenderer
