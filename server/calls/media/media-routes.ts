import { Hono, type Context as HonoContext } from 'hono'
import { MediaRefused, type MediaSession, offerBytesMax } from '#adapters/media/port.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'
import { type CallRecord, findCall } from '../call-record.ts'
import { isTokenAlive } from '../call-sessions.ts'
import { echoRoomOf, isNewestTest } from '../queries.ts'
import { readTestToken, readToken } from './tokens.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const bearer = (c: HonoContext<ServerEnv>): string | null =>
  /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null

const hasRoom = (record: CallRecord): boolean =>
  record.state.phase === 'accepted' || record.state.phase === 'connecting' || record.state.phase === 'inCall'

interface Admission {
  /** The id of a call or a check, as in the endpoint's address. */
  id: string
  roomId: string
  memberId: string
}

/** Whom a token admits: a side of this call while it has a room, or the member whose newest check this is. */
const admit = async (context: Context, c: HonoContext<ServerEnv>): Promise<Admission | 401 | 404> => {
  const id = c.req.param('id') ?? ''
  const token = bearer(c)
  if (!token || !uuid.test(id)) return 401
  const now = context.now()
  const side = readToken(context.secret, token, now)
  if (side?.purpose === 'media' && side.callId === id) {
    if (!(await isTokenAlive(context.db, side))) return 401
    const record = await findCall(context.db, id)
    return record && hasRoom(record) ? { id, roomId: id, memberId: side.memberId } : 404
  }
  const test = readTestToken(context.secret, token, now)
  if (test?.testId !== id) return 401
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

const offerEndpoint =
  (context: Context, limit: RateLimit, open: OpenLink) => async (c: HonoContext<ServerEnv>) => {
    const admission = await admit(context, c)
    if (typeof admission === 'number') return c.body(null, admission)
    if (!limit.admits(`${admission.id}:${admission.memberId}`)) return c.body(null, 429)
    const offer = await readOffer(c)
    if (typeof offer === 'number') return c.body(null, offer)
    try {
      const session = await open(admission, offer)
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
export const mediaRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  const limit = createRateLimit({ max: offersPerMinuteMax, windowMs: 60_000, now: context.now })
  app.post(
    '/whip/:id',
    offerEndpoint(context, limit, ({ roomId, memberId }, offer) =>
      context.media.publish(roomId, memberId, offer),
    ),
  )
  app.post(
    '/whep/:id',
    offerEndpoint(context, limit, ({ roomId, memberId }, offer) =>
      context.media.subscribe(roomId, memberId, offer),
    ),
  )
  app.delete('/resource/:id/:resourceId', async (c) => {
    const admission = await admit(context, c)
    if (admission === 404) return c.body(null, 200)
    if (admission === 401) return c.body(null, 401)
    await context.media.closeResource(admission.roomId, admission.memberId, c.req.param('resourceId'))
    return c.body(null, 200)
  })
  return app
}
