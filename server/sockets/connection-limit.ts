import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context } from '#server/context.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { isOwnOrigin } from '#server/http/same-origin.ts'
import type { ActiveSession } from '#server/members/sessions.ts'
import type { Connection } from '#server/realtime/socket-rooms.ts'

/**
 * Tabs and devices of one member on one process, with the connections that a changing network has left
 * behind.
 */
export const connectionsPerMemberMax = 20
/** A page that can't keep its connection tries about once in five seconds. */
const handshakesPerMinuteMax = 120

/** Too many for guessing the id of another member's connection. */
const idBytes = 18

interface Entry {
  id: string
  session: ActiveSession
}

type Decide = (message: string | null | undefined, isAllowed: boolean) => void

export interface ConnectionLimit {
  /**
   * Before anything of a connection is stored: it comes from our own origin, with a living session, and its
   * member hasn't too many. The newest is refused: a page that loses its socket would open another at once,
   * and push out the next.
   */
  allowRequest(request: IncomingMessage, decide: Decide): void
  /** The id for the connection of a request that was allowed. */
  idFor(request: IncomingMessage): string
  /**
   * Each later request of a connection by polls, or its upgrade: the connection's id alone doesn't authorise
   * it.
   */
  checkRequest(request: IncomingMessage, response: unknown, next: (error?: unknown) => void): void
  /** Counts a connection until it closes. @returns its key; null when it was one too many after all */
  enter(connection: Connection): string | null
}

const sidOf = (request: IncomingMessage): string | null =>
  new URL(request.url ?? '/', 'http://unused').searchParams.get('sid')

export const createConnectionLimit = (context: Context): ConnectionLimit => {
  const { sessions, config } = context
  const admitted = new WeakMap<IncomingMessage, Entry>()
  const entered = new Map<string, Entry>()
  const counts = new Map<string, number>()
  const handshakes = createRateLimit({ max: handshakesPerMinuteMax, windowMs: 60_000, now: context.now })

  const isOurs = ({ headers }: IncomingMessage) => isOwnOrigin(headers.origin, headers.host, config.publicUrl)
  const isFull = (memberId: string) => (counts.get(memberId) ?? 0) >= connectionsPerMemberMax

  const admit = async (request: IncomingMessage): Promise<boolean> => {
    const session = isOurs(request) ? await sessions.liveOf(request.headers.cookie) : null
    if (!session) return false
    const { memberId } = session.viewer
    if (!handshakes.admits(memberId) || isFull(memberId)) {
      context.log.info('socket-refused', { memberId })
      return false
    }
    admitted.set(request, { id: randomBytes(idBytes).toString('base64url'), session })
    return true
  }

  const isOwner = async (request: IncomingMessage, sid: string): Promise<boolean> => {
    const owner = entered.get(sid)?.session.viewer
    // The engine itself answers requests for a connection that doesn't exist.
    if (!owner) return true
    const viewer = isOurs(request) ? await sessions.ofCookies(request.headers.cookie) : null
    return viewer?.sessionKey === owner.sessionKey
  }

  /** A connection may outlive its session, which ends by itself when nothing else renews it. */
  const endWithSession = async (connection: Connection, entry: Entry): Promise<void> => {
    if (context.now() < entry.session.expiresAtMs) return
    const session = await sessions.liveOf(connection.request.headers.cookie)
    if (session) entry.session = session
    else connection.close(true)
  }

  return {
    allowRequest: (request, decide) => {
      admit(request).then(
        (isAllowed) => decide(null, isAllowed),
        () => decide(null, false),
      )
    },
    idFor: (request) => {
      const entry = admitted.get(request)
      if (!entry) throw new Error('a connection that nobody allowed')
      return entry.id
    },
    checkRequest: (request, _response, next) => {
      const sid = sidOf(request)
      if (sid === null) return next()
      isOwner(request, sid).then((isOk) => next(isOk ? undefined : new Error('foreign connection')), next)
    },
    enter: (connection) => {
      const entry = admitted.get(connection.request)
      if (!entry || isFull(entry.session.viewer.memberId)) {
        connection.close(true)
        return null
      }
      const { memberId } = entry.session.viewer
      entered.set(entry.id, entry)
      counts.set(memberId, (counts.get(memberId) ?? 0) + 1)
      connection.on('close', () => {
        entered.delete(entry.id)
        const left = (counts.get(memberId) ?? 0) - 1
        if (left > 0) counts.set(memberId, left)
        else counts.delete(memberId)
      })
      connection.on('heartbeat', () => {
        endWithSession(connection, entry).catch((error: unknown) =>
          context.log.error('socket-session-not-read', { memberId, error }),
        )
      })
      return memberId
    },
  }
}
