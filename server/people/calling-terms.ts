import type { Role } from '#contract/account/account.ts'
import type { CallKind } from '#contract/calls/calls.ts'
import type { PresenceState } from '#contract/people/people.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import type { IdentityKeys } from '#domain/people/same-person.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { deviceKeysOf } from '#server/members/known-devices.ts'

/** What decides whether and at what price a member can be called. */
interface CallingTerms extends IdentityKeys {
  memberId: string
  role: Role
  /** Points per minute by kind; null for a caller, and for a kind that the broadcaster doesn't accept. */
  rates: Record<CallKind, number | null>
  /** Null for a caller: only broadcasters show a state. */
  state: PresenceState | null
  /** A demo participant answers the calls while no page of the member is open. */
  hasDemoParticipant: boolean
  isUnderAge: boolean
}

/** The terms of a member; null for an unknown or deactivated member. */
export const callingTerms = async (
  db: Db | Tx,
  memberId: string,
  nowMs: number,
): Promise<CallingTerms | null> => {
  const row = await db
    .selectFrom('member as m')
    .leftJoin('broadcaster as b', 'b.member_id', 'm.id')
    .leftJoin('member_state as s', 's.member_id', 'm.id')
    .select([
      'm.id',
      'm.role',
      deviceKeysOf('m').as('deviceKeys'),
      'm.phone_keys',
      'm.born_on',
      'b.rate_video',
      'b.rate_voice',
      'b.answers_automatically',
      's.state',
    ])
    .where('m.id', '=', memberId)
    .where('m.role', '<>', 'closed')
    .executeTakeFirst()
  if (!row) return null
  return {
    memberId: row.id,
    role: row.role as Role,
    rates: { video: row.rate_video, voice: row.rate_voice },
    state: row.state as PresenceState | null,
    hasDemoParticipant: row.answers_automatically ?? false,
    deviceKeys: row.deviceKeys,
    phoneKeys: row.phone_keys,
    isUnderAge: isUnderAge(row.born_on, nowMs),
  }
}
