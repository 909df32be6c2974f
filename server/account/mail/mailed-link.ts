import type { Context } from '#server/context.ts'
import type { Client } from '#server/http/handlers.ts'

/**
 * Where mailed links lead. Only a server that sends mail has links in it, and its configuration names PUBLIC_URL; in the
 * demo, which sends nothing, the host of the request will do.
 */
export const linkOrigin = ({ config }: Pick<Context, 'config'>, client: Client): string =>
  config.publicUrl ?? `http://${client.host}`

/** The token stands behind the #, which no server and no log sees. */
export const mailedLink = (origin: string, path: `/${string}`, token: string): string =>
  `${origin}${path}#${token}`
