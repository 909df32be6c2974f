import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Client } from './handlers.ts'

export interface ServerEnv {
  Bindings: HttpBindings
}

/** Specification 2: mobile if the user agent shows Android, iPhone or iPad, or contains 'mobile' or 'tablet'. */
const mobile = /Android|iPhone|iPad|mobile|tablet/i

/** With N trusted proxies the Nth address from the right of X-Forwarded-For is the client's; what is left of it is hearsay. */
const addressOf = (socketAddress: string, forwardedFor: string | undefined, trustedHops: number): string => {
  if (trustedHops === 0 || !forwardedFor) return socketAddress
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  return hops.at(-trustedHops) || socketAddress
}

export const clientOf = (c: Pick<HonoContext<ServerEnv>, 'env' | 'req'>, trustedHops: number): Client => {
  const userAgent = c.req.header('user-agent') ?? ''
  const socketAddress = c.env.incoming?.socket.remoteAddress ?? ''
  return {
    address: addressOf(socketAddress, c.req.header('x-forwarded-for'), trustedHops),
    userAgent: userAgent.slice(0, 400),
    isMobile: mobile.test(userAgent),
  }
}
