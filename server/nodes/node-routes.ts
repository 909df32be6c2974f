import { Hono } from 'hono'
import { type MediaReadings, MediaRefused } from '#adapters/media/port.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { type MediaRequest, mediaRequest } from './media-request.ts'
import { isNodeRequest } from './node-token.ts'

const pairs = (readings: MediaReadings | null) => readings && [...readings]

const carryOut = async ({ media: { local } }: Context, request: MediaRequest) => {
  switch (request.type) {
    case 'publish':
      return local.publish(request.roomId, request.participantId, request.offerSdp, request.kind)
    case 'subscribe':
      return local.subscribe(request.roomId, request.participantId, request.offerSdp, request.kind)
    case 'closeResource':
      await local.closeResource(request.roomId, request.participantId, request.resourceId)
      return null
    case 'openSeat':
      await local.openSeat(request.seat)
      return null
    case 'extendFunding':
      await local.extendFunding(request.seatId, request.fundedMs)
      return null
    case 'limitFunding':
      await local.limitFunding(request.seatId, request.fundedMs)
      return null
    case 'setSending':
      await local.setSending(request.roomId, request.sending)
      return null
    case 'setKind':
      return pairs(await local.setKind(request.roomId, request.kind))
    case 'closeSeat':
      return local.closeSeat(request.seatId)
    case 'closeRoom':
      return pairs(await local.closeRoom(request.roomId))
    case 'closeEcho':
      await local.closeEcho(request.roomId)
      return null
    case 'reading':
      return local.readings().get(request.seatId) ?? null
  }
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The endpoint for the other nodes of this database. Without their signature it answers 404. */
export const nodeRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.post('/media', async (c, next) => {
    const body = await c.req.text()
    if (!isNodeRequest(context.secret, c.req.header('authorization'), body, context.now())) return next()
    const request = mediaRequest.safeParse(parse(body))
    if (!request.success) return c.json({ message: 'malformed' }, 422)
    try {
      return c.json({ answer: await carryOut(context, request.data) })
    } catch (error) {
      if (error instanceof MediaRefused) return c.json({ message: error.message }, error.status)
      throw error
    }
  })
  return app
}
