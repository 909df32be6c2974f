import type { Session } from '#contract/account/account.ts'
import type { EndpointRequest } from '#contract/core/rendered-page.ts'
import type { Context } from '#server/context.ts'
import { isReadForMembers } from './member-reads.ts'
import type { RenderBudget } from './render-budget.ts'
import { type LoadedRenderer, markupOf, type PageMarkup } from './rendered-pages.ts'
import type { RequestAs, Requester } from './request-endpoints.ts'

interface Reader {
  session: Session
  isMobile: boolean
}

/** A member's browser has the portraits that it has seen. */
const noPicture = async () => null

/**
 * A member's own page; null where its scripts fill it. Nothing of it is kept: it is rendered for one document, by what
 * the endpoints answer to that document's cookie.
 */
export type MemberPages = (path: string, reader: Reader, requester: Requester) => Promise<PageMarkup | null>

export const createMemberPages = (
  { log, sessions }: Pick<Context, 'log' | 'sessions'>,
  { renderer, assets }: LoadedRenderer,
  requestAs: RequestAs,
  budget: RenderBudget,
): MemberPages => {
  const render = async (
    path: string,
    { session, isMobile }: Reader,
    requester: Requester,
    signal: AbortSignal,
  ) => {
    const requestEndpoint = requestAs(requester)
    let isWhole = true
    const request: EndpointRequest = async (endpoint, input) => {
      signal.throwIfAborted()
      if (!isReadForMembers(endpoint)) throw new Error(`${endpoint.path} is left to the browser`)
      try {
        return await requestEndpoint(endpoint, input)
      } catch (error) {
        isWhole = false
        throw error
      }
    }
    const page = await renderer.render(path, { isMobile, member: { session, request, signal } })
    // A session that has ended meanwhile opened public answers as a visitor's.
    const reader = await sessions.ofCookies(requester.cookie)
    return isWhole && reader?.memberId === session.user.id ? page : null
  }

  return async (path, reader, requester) => {
    const { session, isMobile } = reader
    if (session.user.isClosed) return null
    const page = renderer.memberPage(path, { isMobile }, session)
    if (!page) return null
    try {
      const rendered = await budget.spend(session.user.id, (signal) =>
        render(page.path, reader, requester, signal),
      )
      return rendered && (await markupOf(rendered, page.screen, assets, noPicture))
    } catch (error) {
      log.error('member-page-not-rendered', { address: path, error })
      return null
    }
  }
}
