import { sql } from 'kysely'
import type { Role } from '#contract/account/account.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import { type ChatFacts, type ChatPerson, chatDecision } from '#domain/chat/sides.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { deviceKeysOf } from '#server/members/known-devices.ts'

interface PersonRow {
  id: string
  role: Role
  device_keys: string[]
  phone_keys: string[]
  born_on: string | null
}

export interface FactsRow {
  own: PersonRow
  partner: PersonRow | null
  caller_id: string | null
  broadcaster_id: string | null
  is_blocked: boolean
}

/** Both members `o` and `p`, the first one's side `s` and the conversation `c`, where they exist. */
export const factsTables = (memberId: string, partnerId: string) => sql`
  member o
  left join member p on p.id = ${partnerId}
  left join chat_side s on s.member_id = ${memberId} and s.partner_id = ${partnerId}
  left join conversation c on c.id = s.conversation_id
  where o.id = ${memberId}`

/** The columns that decide whether the two may write to each other. */
export const factsColumns = (memberId: string, partnerId: string) => sql`
  jsonb_build_object('id', o.id, 'role', o.role, 'device_keys', ${deviceKeysOf('o')}, 'phone_keys', o.phone_keys,
    'born_on', o.born_on) as own,
  case when p.id is not null then
    jsonb_build_object('id', p.id, 'role', p.role, 'device_keys', ${deviceKeysOf('p')}, 'phone_keys', p.phone_keys,
      'born_on', p.born_on) end as partner,
  c.caller_id, c.broadcaster_id,
  exists (select from blocked_pair b where b.member_id = ${memberId} and b.partner_id = ${partnerId}) as is_blocked`

const personOf = (row: PersonRow, nowMs: number): ChatPerson => ({
  memberId: row.id,
  role: row.role,
  deviceKeys: row.device_keys,
  phoneKeys: row.phone_keys,
  isUnderAge: isUnderAge(row.born_on, nowMs),
})

export const factsOf = (row: FactsRow, nowMs: number): ChatFacts => ({
  own: personOf(row.own, nowMs),
  partner: row.partner && personOf(row.partner, nowMs),
  sides:
    row.caller_id !== null && row.broadcaster_id !== null
      ? { callerId: row.caller_id, broadcasterId: row.broadcaster_id }
      : null,
  isBlocked: row.is_blocked,
})

/** What decides whether two members may write to each other. */
export const chatFacts = async (
  db: Db | Tx,
  memberId: string,
  partnerId: string,
  nowMs: number,
): Promise<ChatFacts> => {
  const { rows } = await sql<FactsRow>`
    select ${factsColumns(memberId, partnerId)} from ${factsTables(memberId, partnerId)}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`member ${memberId} vanished`)
  return factsOf(row, nowMs)
}

/**
 * Whether the second member may be notified that the first is typing: only in an existing conversation.
 * Otherwise strangers could reach people without any limit.
 */
export const mayPublishTyping = async (
  db: Db,
  memberId: string,
  partnerId: string,
  nowMs: number,
): Promise<boolean> => {
  const facts = await chatFacts(db, memberId, partnerId, nowMs)
  return facts.sides !== null && !isRefusal(chatDecision(facts))
}
