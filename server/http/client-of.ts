import type { IncomingHttpHeaders } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Client } from './handlers.ts'

export interface ServerEnv {
  Bindings: HttpBindings
}

/** Specification 2: mobile if the user agent shows Android, iPhone or iPad, or contains 'mobile' or 'tablet'. */
const mobile = /Android|iPhone|iPad|mobile|tablet/i
const userAgentCharactersMax = 400

/**
 * With N trusted proxies the Nth address from the right of X-Forwarded-For is the client's; the addresses left of it
 * are claims of the client.
 */
const addressOf = (socketAddress: string, forwardedFor: string | undefined, trustedHops: number): string => {
  if (trustedHops === 0 || !forwardedFor) return socketAddress
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  return hops.at(-trustedHops) || socketAddress
}

const clientFrom = (
  socketAddress: string | undefined,
  headers: { userAgent: string | undefined; forwardedFor: string | undefined; host: string | undefined },
  trustedHops: number,
): Client => {
  const userAgent = headers.userAgent ?? ''
  return {
    address: addressOf(socketAddress ?? '', headers.forwardedFor, trustedHops),
    userAgent: userAgent.slice(0, userAgentCharactersMax),
    isMobile: mobile.test(userAgent),
    host: headers.host ?? '',
  }
}

export const clientOf = (c: Pick<HonoContext<ServerEnv>, 'env' | 'req'>, trustedHops: number): Client =>
  clientFrom(
    c.env.incoming?.socket.remoteAddress,
    {
      userAgent: c.req.header('user-agent'),
      forwardedFor: c.req.header('x-forwarded-for'),
      host: c.req.header('host'),
    },
    trustedHops,
  )

/** The same for a request of Node's own HTTP server. */
export const clientOfIncoming = (
  incoming: { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders },
  trustedHops: number,
): Client =>
  clientFrom(
    incoming.socket.remoteAddress,
    {
      userAgent: incoming.headers['user-agent'],
      // Node itself joins repeated headers of this name.
      forwardedFor: incoming.headers['x-forwarded-for']?.toString(),
      host: incoming.headers.host,
    },
    trustedHops,
  )
