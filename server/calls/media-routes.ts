import { Hono, type Context as HonoContext } from 'hono'
import { MediaRefused, type MediaSession } from '../../adapters/media/port.ts'
import type { Context } from '../context.ts'
import type { ServerEnv } from '../http/client-of.ts'
import { createRateLimit, type RateLimit } from '../http/rate-limit.ts'
import { type CallRecord, findCall } from './call-record.ts'
import { readToken, type TokenClaims } from './tokens.ts'

/** An offer with every codec Chromium knows is about 8 KB. */
const sdpBytesMax = 64 * 1024
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const bearer = (c: HonoContext<ServerEnv>): string | null =>
  /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null

const hasRoom = (record: CallRecord): boolean =>
  record.state.phase === 'accepted' || record.state.phase === 'connecting' || record.state.phase === 'inCall'

/** The claims of a media token that opens this call, while the call has a room. */
const admit = async (context: Context, c: HonoContext<ServerEnv>): Promise<TokenClaims | 401 | 404> => {
  const callId = c.req.param('callId') ?? ''
  const token = bearer(c)
  const claims = token ? readToken(context.secret, token, context.now()) : null
  if (claims?.purpose !== 'media' || claims.callId !== callId || !uuid.test(callId)) return 401
  const record = await findCall(context.db, callId)
  return record && hasRoom(record) ? claims : 404
}

const readOffer = async (c: HonoContext<ServerEnv>): Promise<string | 413 | 415> => {
  if (!(c.req.header('content-type') ?? '').toLowerCase().startsWith('application/sdp')) return 415
  if (Number(c.req.header('content-length') ?? 0) > sdpBytesMax) return 413
  const offer = await c.req.text()
  return offer.length > sdpBytesMax ? 413 : offer
}

type Open = (claims: TokenClaims, offer: string) => Promise<MediaSession>

/** A connection that breaks every two seconds tries this often; each try makes a native peer connection. */
const triesPerMinuteMax = 60

const door = (context: Context, limit: RateLimit, open: Open) => async (c: HonoContext<ServerEnv>) => {
  const claims = await admit(context, c)
  if (typeof claims === 'number') return c.body(null, claims)
  if (!limit.admits(`${claims.callId}:${claims.memberId}`)) return c.body(null, 429)
  const offer = await readOffer(c)
  if (typeof offer === 'number') return c.body(null, offer)
  try {
    const session = await open(claims, offer)
    return c.body(session.answerSdp, 201, {
      'content-type': 'application/sdp',
      location: `/api/media/resource/${claims.callId}/${session.resourceId}`,
    })
  } catch (error) {
    if (error instanceof MediaRefused) return c.body(null, error.status)
    throw error
  }
}

/** WHIP (RFC 9725) in and WHEP out, under one bearer token a participant; DELETE ends a resource. */
export const mediaRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  const limit = createRateLimit({ max: triesPerMinuteMax, windowMs: 60_000, now: context.now })
  app.post(
    '/whip/:callId',
    door(context, limit, (claims, offer) => context.media.publish(claims.callId, claims.memberId, offer)),
  )
  app.post(
    '/whep/:callId',
    door(context, limit, (claims, offer) => context.media.subscribe(claims.callId, claims.memberId, offer)),
  )
  app.delete('/resource/:callId/:resourceId', async (c) => {
    const claims = await admit(context, c)
    if (claims === 404) return c.body(null, 200)
    if (claims === 401) return c.body(null, 401)
    await context.media.closeResource(claims.callId, claims.memberId, c.req.param('resourceId'))
    return c.body(null, 200)
  })
  return app
}
