import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { drawable } from '#domain/people/share-line.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { refused } from '#server/http/refused.ts'
import { imageKinds } from '#server/images/image-request.ts'
import { findImage } from '#server/images/queries.ts'
import { createGate } from '#server/images/request-guard.ts'
import { createVariants } from '#server/images/variants.ts'
import { drawCard } from './draw-card.ts'
import { findSharedPerson, type SharedPerson } from './shared-people.ts'

/** Of some 80 kB each. They are kept in memory alone, so that nothing of a broadcaster stays behind. */
const cardsKept = 50
/** A card takes about 0.1 s of one core. A new card is asked for when a link is shared for the first time. */
const draws = { max: 30, windowMs: 60_000 }
/** Other services see soon that a broadcaster isn't shared any more. */
const cachedSec = 300

const cardName = /^(\d{1,12})\.jpg$/

type Draw = (person: SharedPerson) => Promise<Buffer | null>

/** Draws one card at a time; null where it is one too many. A card that is being drawn or kept is drawn once. */
const createDraw = (context: Context): Draw => {
  const variants = createVariants(context.config.dataDir, context.storage)
  const gate = createGate(1)
  const limit = createRateLimit({ ...draws, now: context.now })
  const cards = new LRUCache<string, Promise<Buffer>>({ max: cardsKept })

  const portraitOf = async (imageId: string | null, ownerId: string): Promise<Buffer | null> => {
    const kind = imageKinds.avatar
    const image = imageId && (await findImage(context.db, { imageId, kind, ownerId }))
    if (!image) return null
    return variants.read(image, { kind, size: 960, quality: 75, format: 'jpeg', isBlurred: false })
  }

  return async (person) => {
    const key = `${person.id} ${person.version}`
    const known = cards.get(key)
    if (known) return known
    if (!limit.admits('')) return null
    const drawing = gate(async () =>
      drawCard({
        name: drawable(person.name),
        line: person.line,
        portrait: await portraitOf(person.avatarId, person.id),
      }),
    )
    cards.set(key, drawing)
    drawing.catch(() => cards.delete(key))
    return drawing
  }
}

/** What a shared link to a broadcaster shows, to be mounted at `cardsPath`. Its version in the address is for caches. */
export const cardRoutes = (context: Context): Hono<ServerEnv> => {
  const draw = createDraw(context)
  const app = new Hono<ServerEnv>()
  app.get('/:file', async (c) => {
    const memberId = cardName.exec(c.req.param('file'))?.[1]
    // The age gate comes before people.
    if (memberId === undefined || context.config.audience.ageGate) return refused(c, 'notFound')
    const viewer = await context.sessions.ofCookies(c.req.header('cookie'))
    const person = await findSharedPerson(context.db, memberId, viewer?.memberId ?? null)
    if (!person) return refused(c, 'notFound')
    const headers = {
      etag: `"${person.version}"`,
      'cache-control': `public, max-age=${cachedSec}`,
      vary: 'Cookie',
      'x-robots-tag': 'noindex',
    }
    if (c.req.header('if-none-match')?.includes(headers.etag)) return c.body(null, 304, headers)
    const card = await draw(person)
    if (!card) return refused(c, 'tooManyRequests')
    return c.body(new Uint8Array(card), 200, { ...headers, 'content-type': 'image/jpeg' })
  })
  return app
}
