import { Hono, type Context as HonoContext } from 'hono'
import { MediaRefused, type MediaSession, offerBytesMax } from '#adapters/media/port.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'
import { type CallRecord, findCall, mediaRoomOf } from '../call-record.ts'
import { isTokenAlive } from '../call-sessions.ts'
import { echoRoomOf, isNewestTest } from '../queries.ts'
import { readTestToken, readToken } from './tokens.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const bearer = (c: HonoContext<ServerEnv>): string | null =>
  /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null

const hasRoom = (record: CallRecord): boolean =>
  record.state.phase === 'accepted' || record.state.phase === 'connecting' || record.state.phase === 'inCall'

export interface Admission {
  /** As in the endpoint's address. */
  id: string
  roomId: string
  memberId: string
  /** Called with what was published; it may close that again. Who may only publish has this. */
  onlyPublishes?: (resourceId: string) => Promise<void>
}

/** Whom the areas above admit with other tokens than those of calls and checks. */
export type AdmitOthers = (
  context: Context,
  request: { id: string; token: string },
) => Promise<Admission | 401 | 404>

/**
 * Whom a token admits: a side of this call while it has a room, the member whose newest check this is, or whom the
 * areas above admit.
 */
const admit = async (
  context: Context,
  c: HonoContext<ServerEnv>,
  others: AdmitOthers,
): Promise<Admission | 401 | 404> => {
  const id = c.req.param('id') ?? ''
  const token = bearer(c)
  if (!token) return 401
  if (!uuid.test(id)) return others(context, { id, token })
  const now = context.now()
  const side = readToken(context.secret, token, now)
  if (side?.purpose === 'media' && side.callId === id) {
    if (!(await isTokenAlive(context.db, side))) return 401
    const record = await findCall(context.db, id)
    return record && hasRoom(record) ? { id, roomId: mediaRoomOf(record), memberId: side.memberId } : 404
  }
  const test = readTestToken(context.secret, token, now)
  if (!test) return others(context, { id, token })
  if (test.testId !== id) return 401
  const { memberId } = test
  return (await isNewestTest(context.db, test)) ? { id, roomId: echoRoomOf(test), memberId } : 404
}

const readOffer = async (c: HonoContext<ServerEnv>): Promise<string | 413 | 415> => {
  if (!(c.req.header('content-type') ?? '').toLowerCase().startsWith('application/sdp')) return 415
  if (Number(c.req.header('content-length') ?? 0) > offerBytesMax) return 413
  const offer = await c.req.text()
  return offer.length > offerBytesMax ? 413 : offer
}

type OpenLink = (admission: Admission, offer: string) => Promise<MediaSession>

/**
 * Offers of one participant in both directions; each makes a native peer connection. The web client makes two
 * to begin a call. On a line that fails again and again it makes at most 15 a minute in each direction,
 * because noticing and reconnecting takes 4 s. While the media server is away it makes 12 in each direction,
 * and after 20 s the call ends.
 */
const offersPerMinuteMax = 40

interface OfferParts {
  context: Context
  limit: RateLimit
  others: AdmitOthers
}

const offerEndpoint =
  ({ context, limit, others }: OfferParts, link: 'whip' | 'whep', open: OpenLink) =>
  async (c: HonoContext<ServerEnv>) => {
    const admission = await admit(context, c, others)
    if (typeof admission === 'number') return c.body(null, admission)
    if (link === 'whep' && admission.onlyPublishes) return c.body(null, 403)
    if (!limit.admits(`${admission.roomId}:${admission.memberId}`)) return c.body(null, 429)
    const offer = await readOffer(c)
    if (typeof offer === 'number') return c.body(null, offer)
    try {
      const session = await open(admission, offer)
      await admission.onlyPublishes?.(session.resourceId)
      return c.body(session.answerSdp, 201, {
        'content-type': 'application/sdp',
        location: `/api/media/resource/${admission.id}/${session.resourceId}`,
      })
    } catch (error) {
      if (error instanceof MediaRefused) return c.body(null, error.status)
      throw error
    }
  }

/** WHIP (RFC 9725) in and WHEP out, with one bearer token a participant; DELETE ends a resource. */
export const mediaRoutes = (context: Context, others: AdmitOthers): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  const limit = createRateLimit({ max: offersPerMinuteMax, windowMs: 60_000, now: context.now })
  const parts = { context, limit, others }
  app.post(
    '/whip/:id',
    offerEndpoint(parts, 'whip', ({ roomId, memberId }, offer) =>
      context.media.publish(roomId, memberId, offer),
    ),
  )
  app.post(
    '/whep/:id',
    offerEndpoint(parts, 'whep', ({ roomId, memberId }, offer) =>
      context.media.subscribe(roomId, memberId, offer),
    ),
  )
  app.delete('/resource/:id/:resourceId', async (c) => {
    const admission = await admit(context, c, others)
    if (admission === 404) return c.body(null, 200)
    if (admission === 401) return c.body(null, 401)
    await context.media.closeResource(admission.roomId, admission.memberId, c.req.param('resourceId'))
    return c.body(null, 200)
  })
  return app
}
