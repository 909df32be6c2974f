import { peopleEndpoints, type VisitorHome } from '#contract/people/people.ts'
import { homeStandbyMax } from '#domain/people/figures.ts'
import { cardPortraitSize, portraitAddress } from '#domain/people/portrait.ts'
import type { Context } from '#server/context.ts'
import type { AskAsVisitor } from './ask-as-visitor.ts'
import { asScriptJson } from './boot-data.ts'
import { escapeHtml } from './head-html.ts'
import { createKept } from './kept.ts'

/** The lists follow the socket or a minute's poll from then on. */
const lastsMs = 3_000
/** Less than the request takes that the page makes without it. */
const patienceMs = 100
/** The first row of cards on a phone. */
const preloaded = 2

/** What home shows every visitor; null where it isn't known in time, and the page asks for it as before. */
export const createVisitorHome = (
  { log, now }: Pick<Context, 'log' | 'now'>,
  ask: AskAsVisitor,
): (() => Promise<VisitorHome | null>) =>
  createKept({
    load: async () => {
      const [{ users, total }, live] = await Promise.all([
        ask(peopleEndpoints.getRecommendedUsers, { list: 'standby', limit: homeStandbyMax, isApart: false }),
        ask(peopleEndpoints.getRecommendedLiveUsers, {}),
      ])
      return { atMs: now(), standby: { users, total }, live: live.users }
    },
    lastsMs,
    patienceMs,
    failed: (error) => log.error('visitor-home-unknown', { error }),
  })

/** The lists for web/people/first-lists.ts, and the first pictures, which the browser then fetches before any script. */
export const withHome = (html: string, home: VisitorHome): string => {
  const pictures = home.standby.users
    .slice(0, preloaded)
    .flatMap(({ avatarId }) => (avatarId === null ? [] : [portraitAddress(avatarId, cardPortraitSize)]))
    .map((address) => `<link rel="preload" as="image" href="${escapeHtml(address)}" fetchpriority="high" />`)
  const lists = `<script id="first-lists" type="application/json">${asScriptJson(home)}</script>`
  // A function: a name may contain what a replacement text would expand.
  return html.replace('</head>', () => `${pictures.join('')}${lists}</head>`)
}
