import type { CallSnapshot, CallTokens } from '../../contract/calls.ts'
import type { Context } from '../context.ts'
import { type CallRecord, roleIn } from './call-record.ts'
import { iceServersFor } from './ice-servers.ts'
import { snapshotOf } from './queries.ts'
import { tokensFor } from './tokens.ts'

/** A call with what its side needs to take part in it. */
export const withTokens = async (
  context: Context,
  record: CallRecord,
  memberId: string,
): Promise<CallTokens & { call: CallSnapshot }> => {
  const role = roleIn(record, memberId) ?? 'caller'
  return {
    ...tokensFor(context.secret, { callId: record.id, memberId, role }, context.now()),
    ice_servers: iceServersFor(context, { roomId: record.id, memberId }),
    call: await snapshotOf(context, record, role),
  }
}
