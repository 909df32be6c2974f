import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { isRinging } from '#domain/calls/transition.ts'
import type { Db } from '#server/db/database.ts'
import { type CallRecord, calleeOf, findCall, memberOf, roleIn } from '../call-record.ts'
import { tokensFor } from '../media/tokens.ts'

export interface IncomingCalls {
  /** The ring of a member as the specification's incoming-call info; null when nothing rings. */
  of(memberId: string): IncomingCallInfo | null
  /** Receives a call's newest state; answers what changed for its callee. */
  update(record: CallRecord): 'rings' | 'over' | 'none'
  /** Loads the running rings from the database, after a start or a gap in the events. */
  reload(): Promise<void>
}

const japaneseTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** 14 digits yyyyMMddHHmmss in Japanese time (Specification 3). */
const stamp14 = (at: number): string => japaneseTime.format(at).replace(/\D/g, '')

interface Parts {
  db: Db
  secret: Buffer
  now: () => number
}

/** Specification 3, call_type. */
export const callTypeOnWire = ({ origin, kind }: Pick<CallRecord, 'origin' | 'kind'>) =>
  origin === 'random' || origin === 'live' ? origin : kind

const infoOf = (context: Parts, record: CallRecord): IncomingCallInfo => {
  const calleeId = calleeOf(record)
  const role = roleIn(record, calleeId) ?? 'broadcaster'
  // Any session of the callee may answer.
  const side = { callId: record.id, memberId: calleeId, role, sessionId: null }
  const tokens = tokensFor(context.secret, side, context.now())
  return {
    sender_id: memberOf(record, record.state.dialler),
    app_id: tokens.app_id,
    rtm_channel_token: tokens.rtm_channel_token,
    rtc_channel_token: tokens.rtc_channel_token,
    channel_id: tokens.channel_id,
    call_type: callTypeOnWire(record),
    date: stamp14(record.state.rungAt),
    is_partner_in_second_apps: false,
  }
}

/**
 * Ringing calls by callee, in this process, because the poll of every open page must not reach the database.
 */
export const createIncomingCalls = (context: Parts): IncomingCalls => {
  const byCallee = new Map<string, { callId: string; info: IncomingCallInfo }>()
  const update = (record: CallRecord): 'rings' | 'over' | 'none' => {
    // Who enters a live room rings nobody.
    if (record.origin === 'sideWatch') return 'none'
    const calleeId = calleeOf(record)
    if (isRinging(record.state)) {
      byCallee.set(calleeId, { callId: record.id, info: infoOf(context, record) })
      return 'rings'
    }
    if (byCallee.get(calleeId)?.callId !== record.id) return 'none'
    byCallee.delete(calleeId)
    return 'over'
  }
  return {
    of: (memberId) => byCallee.get(memberId)?.info ?? null,
    update,
    reload: async () => {
      byCallee.clear()
      const rows = await context.db
        .selectFrom('call')
        .select('id')
        .where('phase', 'in', ['requested', 'ringing'])
        .execute()
      for (const { id } of rows) {
        const record = await findCall(context.db, id)
        if (record) update(record)
      }
    },
  }
}
