import type { Context } from '#server/context.ts'
import type { Client } from '#server/http/handlers.ts'

/**
 * The origin of mailed links. Only a server that sends mail has links, and its configuration names
 * PUBLIC_URL; in the demo, which sends nothing, the host of the request is used.
 */
export const linkOrigin = ({ config }: Pick<Context, 'config'>, client: Client): string =>
  config.publicUrl ?? `http://${client.host}`

/** The token comes after the #, which no server and no log receives. */
export const mailedLink = (origin: string, path: `/${string}`, token: string): string =>
  `${origin}${path}#${token}`
