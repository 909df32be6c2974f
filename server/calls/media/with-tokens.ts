import type { CallRole, CallSnapshot, CallTokens } from '#contract/calls/calls.ts'
import type { Context } from '#server/context.ts'
import { deviceIdOf } from '#server/members/devices.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { type CallRecord, roleIn } from '../call-record.ts'
import { runBySession } from '../call-sessions.ts'
import { snapshotOf } from '../queries.ts'
import { iceServersFor } from './ice-servers.ts'
import { nameDiallingPage } from './lines.ts'
import { tokensFor } from './tokens.ts'

type CallWithTokens = CallTokens & { call: CallSnapshot }

/**
 * A call with what its side needs to take part in it. From now on that side belongs to the viewer's session.
 *
 * @param pageId the page that asks: a dialler's page has the place from now on
 */
export const withTokens = async (
  context: Context,
  record: CallRecord,
  viewer: Pick<Viewer, 'memberId' | 'sessionKey'>,
  pageId?: string,
): Promise<CallWithTokens> => {
  const { memberId } = viewer
  const role = roleIn(record, memberId) ?? 'caller'
  const sessionId = await runBySession(context.db, { callId: record.id, role }, viewer)
  const [call] = await Promise.all([
    snapshotOf(context, record, role),
    pageId === undefined ? null : nameDiallingPage(context.db, record, { role, pageId }),
  ])
  return answerOf(context, { memberId, role, sessionId }, call)
}

/** As `withTokens`, for the viewer whose answer has just assigned that side to the viewer's session. */
export const withOwnTokens = async (
  context: Context,
  record: CallRecord,
  viewer: Pick<Viewer, 'memberId' | 'sessionKey'>,
): Promise<CallWithTokens> => {
  const { memberId } = viewer
  const role = roleIn(record, memberId) ?? 'caller'
  const [sessionId, call] = await Promise.all([
    deviceIdOf(context.db, viewer),
    snapshotOf(context, record, role),
  ])
  return answerOf(context, { memberId, role, sessionId }, call)
}

const answerOf = (
  context: Context,
  side: { memberId: string; role: CallRole; sessionId: string | null },
  call: CallSnapshot,
): CallWithTokens => ({
  ...tokensFor(context.secret, { callId: call.callId, ...side }, context.now()),
  ice_servers: iceServersFor(context, { roomId: call.callId, memberId: side.memberId }),
  call,
})
