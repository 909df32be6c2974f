import type { CallSnapshot, CallTokens } from '#contract/calls/calls.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { type CallRecord, roleIn } from '../call-record.ts'
import { runBySession } from '../call-sessions.ts'
import { snapshotOf } from '../queries.ts'
import { iceServersFor } from './ice-servers.ts'
import { openLine } from './open-line.ts'
import { tokensFor } from './tokens.ts'

/**
 * A call with what its side needs to take part in it. From now on that side belongs to the viewer's session.
 *
 * @param pageId the page that asks: while the call rings, it may bring its line up
 */
export const withTokens = async (
  context: Context,
  record: CallRecord,
  viewer: Pick<Viewer, 'memberId' | 'sessionKey'>,
  pageId?: string,
): Promise<CallTokens & { call: CallSnapshot }> => {
  const { memberId } = viewer
  const role = roleIn(record, memberId) ?? 'caller'
  const sessionId = await runBySession(context.db, { callId: record.id, role }, viewer)
  const line = pageId && (await openLine(context, record, { memberId, role, pageId, sessionId }))
  return {
    ...(line ? { line_token: line } : {}),
    ...tokensFor(context.secret, { callId: record.id, memberId, role, sessionId }, context.now()),
    ice_servers: iceServersFor(context, { roomId: record.id, memberId }),
    call: await snapshotOf(context, record, role),
  }
}
