import { sql } from 'kysely'
import type { CallRole } from '#contract/calls/calls.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { activeAmong, hasEndedSessionSince } from '#server/members/active-sessions.ts'
import { deviceIdOf } from '#server/members/devices.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { applyEvent } from './actions/apply-event.ts'
import type { TokenClaims } from './media/tokens.ts'

/**
 * Assigns this side of the call to the viewer's session until the call ends. @returns the session's public id
 */
export const runBySession = async (
  db: Db | Tx,
  call: { callId: string; role: CallRole },
  viewer: Pick<Viewer, 'sessionKey'>,
): Promise<string | null> => {
  const sessionId = await deviceIdOf(db, viewer)
  const column = call.role === 'caller' ? 'caller_session' : 'broadcaster_session'
  await db
    .updateTable('call')
    .set({ [column]: sessionId })
    .where('id', '=', call.callId)
    .where('phase', '<>', 'ended')
    .where(sql<boolean>`${sql.ref(column)} is distinct from ${sessionId}::uuid`)
    .execute()
  return sessionId
}

/** Whether this side of the call belongs to the viewer's session. */
export const isRunByViewer = async (
  db: Db,
  { callId, role }: { callId: string; role: CallRole },
  viewer: Pick<Viewer, 'sessionKey'>,
): Promise<boolean> => {
  const column = role === 'caller' ? 'caller_session' : 'broadcaster_session'
  const [sessionId, call] = await Promise.all([
    deviceIdOf(db, viewer),
    db.selectFrom('call').select(`${column} as sessionId`).where('id', '=', callId).executeTakeFirst(),
  ])
  return call !== undefined && call.sessionId === sessionId
}

/**
 * Whether a token may still open the media endpoints: its session has not ended. A token that was made for no
 * session, such as the one of a ring, ends with any session of its member that ends after the token was made.
 */
export const isTokenAlive = async (
  db: Db,
  { memberId, sessionId, issuedAt }: Pick<TokenClaims, 'memberId' | 'sessionId' | 'issuedAt'>,
): Promise<boolean> =>
  sessionId === null
    ? !(await hasEndedSessionSince(db, memberId, issuedAt))
    : (await activeAmong(db, [sessionId])).has(sessionId)

/**
 * Ends the rings and calls whose side belongs to an ended session, as if that side had hung up: a device that
 * was signed out must not go on spending its member's points.
 */
export const endCallsOfEndedSessions = async (context: Context): Promise<void> => {
  const calls = await context.db
    .selectFrom('call')
    .select(['id', 'caller_session', 'broadcaster_session'])
    .where('phase', '<>', 'ended')
    .where((where) =>
      where.or([where('caller_session', 'is not', null), where('broadcaster_session', 'is not', null)]),
    )
    .execute()
  const sides = calls.flatMap((call) => [
    { callId: call.id, role: 'caller' as const, sessionId: call.caller_session },
    { callId: call.id, role: 'broadcaster' as const, sessionId: call.broadcaster_session },
  ])
  const live = await activeAmong(
    context.db,
    sides.flatMap(({ sessionId }) => sessionId ?? []),
  )
  for (const { callId, role, sessionId } of sides) {
    if (sessionId === null || live.has(sessionId)) continue
    await applyEvent(context, callId, { type: 'hangUp', by: role }).catch((error: unknown) =>
      context.log.error('call-of-session-not-ended', { callId, error }),
    )
  }
}

/** Checks at once when a session ends. The loop of the calls checks again, in case the event was lost. */
export const watchSessions = (context: Context): (() => void) =>
  context.events.subscribe((event) => {
    if (event.type !== 'session:over') return
    endCallsOfEndedSessions(context).catch((error: unknown) =>
      context.log.error('sessions-not-watched', { error }),
    )
  })
