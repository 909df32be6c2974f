import { Hono, type Context as HonoContext } from 'hono'
import { MediaRefused, type MediaSession, offerBytesMax } from '#adapters/media/port.ts'
import type { CallKind } from '#contract/calls/calls.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'
import { type CallRecord, findCall, mediaRoomOf } from '../call-record.ts'
import { isTokenAlive } from '../call-sessions.ts'
import { echoRoomOf, isNewestTest } from '../queries.ts'
import { iceServersFor } from './ice-servers.ts'
import { readTestToken, readToken } from './tokens.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Where a connection is closed by a DELETE with its side's token. */
export const resourcePath = (id: string, resourceId: string): string =>
  `/api/media/resource/${id}/${resourceId}`

const bearer = (c: HonoContext<ServerEnv>): string | null =>
  /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null

const hasRoom = (record: CallRecord): boolean =>
  record.state.phase === 'accepted' || record.state.phase === 'connecting' || record.state.phase === 'inCall'

export interface Admission {
  /** As in the endpoint's address. */
  id: string
  roomId: string
  memberId: string
  /** What the call carries by its row: its room may learn of a change later than the pages that offer. */
  kind?: CallKind
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
    if (!record || !hasRoom(record)) return 404
    const { kind } = record.state.carrying
    return { id, roomId: mediaRoomOf(record), memberId: side.memberId, kind }
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
/** The server has waited 8 s for the other side itself. */
const retryAfterSec = '1'

interface OfferParts {
  context: Context
  limit: RateLimit
  others: AdmitOthers
}

const offerEndpoint =
  ({ context, limit, others }: OfferParts, link: 'whip' | 'whep', open: OpenLink) =>
  async (c: HonoContext<ServerEnv>) => {
    const admission = await admit(context, c, others)
    if (typeof admission === 'number') return notAdmitted(c, admission)
    if (link === 'whep' && admission.onlyPublishes) return c.body(null, 403)
    const { roomId, memberId } = admission
    if (!limit.admits(`${roomId}:${memberId}`)) return c.body(null, 429)
    const offer = await readOffer(c)
    if (typeof offer === 'number') return c.body(null, offer)
    // Its client has made a newer offer meanwhile, whose place this one would take: nobody would connect to it.
    if (c.req.raw.signal.aborted) return c.body(null, 409)
    try {
      const session = await open(admission, offer)
      await admission.onlyPublishes?.(session.resourceId)
      return c.body(session.answerSdp, 201, {
        'content-type': 'application/sdp',
        location: resourcePath(admission.id, session.resourceId),
        ...iceLinks(context, admission),
      })
    } catch (error) {
      if (!(error instanceof MediaRefused)) throw error
      return c.body(null, error.status, error.status === 409 ? { 'retry-after': retryAfterSec } : {})
    }
  }

const notAdmitted = (c: HonoContext<ServerEnv>, status: 401 | 404) =>
  c.body(null, status, status === 401 ? { 'www-authenticate': 'Bearer' } : {})

/** RFC 9725, 4.6: the relays for a client that doesn't get them with the call, one link for each address. */
const iceLinks = (context: Context, { roomId, memberId }: Admission): { link?: string } => {
  const links = iceServersFor(context, { roomId, memberId }).flatMap(({ urls, username, credential }) =>
    [urls].flat().map((url) => {
      const password = `username="${username}"; credential="${credential}"; credential-type="password"`
      return `<${url}>; rel="ice-server"; ${password}`
    }),
  )
  return links.length > 0 ? { link: links.join(', ') } : {}
}

/** WHIP (RFC 9725) in and WHEP out, with one bearer token a participant; DELETE ends a resource. */
export const mediaRoutes = (context: Context, others: AdmitOthers): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  const limit = createRateLimit({ max: offersPerMinuteMax, windowMs: 60_000, now: context.now })
  const parts = { context, limit, others }
  app.post(
    '/whip/:id',
    offerEndpoint(parts, 'whip', ({ roomId, memberId, kind }, offer) =>
      context.media.publish(roomId, memberId, offer, kind),
    ),
  )
  app.post(
    '/whep/:id',
    offerEndpoint(parts, 'whep', ({ roomId, memberId, kind }, offer) =>
      context.media.subscribe(roomId, memberId, offer, kind),
    ),
  )
  // RFC 9725, 4.1. Pages of other origins get nothing here, so there is nothing for a preflight to allow; and a GET, by
  // which clients look whether a server is there, is told nothing about what the address names.
  for (const path of ['/whip/:id', '/whep/:id']) {
    const headers = { allow: 'GET, HEAD, POST, OPTIONS', 'accept-post': 'application/sdp' }
    app.options(path, (c) => c.body(null, 204, headers))
    app.get(path, (c) => c.body(null, 204))
  }
  app.options('/resource/:id/:resourceId', (c) => c.body(null, 204, { allow: 'GET, HEAD, DELETE, OPTIONS' }))
  app.get('/resource/:id/:resourceId', (c) => c.body(null, 204))
  app.delete('/resource/:id/:resourceId', async (c) => {
    const admission = await admit(context, c, others)
    if (admission === 404) return c.body(null, 200)
    if (admission === 401) return notAdmitted(c, 401)
    await context.media.closeResource(admission.roomId, admission.memberId, c.req.param('resourceId'))
    return c.body(null, 200)
  })
  return app
}
