import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { OwnMenuItem } from '#contract/live/flow.ts'
import { readLiveName } from '#domain/live/comment.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'

/** Replaces the broadcaster's toy menu; orders that wait keep what was bought. */
export const saveMenu = async (
  { db }: Context,
  { memberId, role }: Viewer,
  items: readonly OwnMenuItem[],
): Promise<null | Refusal<'forbidden' | 'contactRefused' | 'liveNameWrong' | 'idempotencyMismatch'>> => {
  if (role !== 'broadcaster') return refuse('forbidden')
  const named: OwnMenuItem[] = []
  for (const item of items) {
    const name = readLiveName(item.name)
    if (isRefusal(name)) return name
    if (await contactGuardDecision(db, { text: name, isWarned: false })) return refuse('contactRefused')
    named.push({ ...item, name })
  }
  const ids = named.map(({ menuId }) => menuId)
  if (new Set(ids).size !== ids.length) return refuse('idempotencyMismatch')
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
    await tx.deleteFrom('live_menu_item').where('broadcaster_id', '=', memberId).execute()
    if (named.length === 0) return null
    const inserted = await tx
      .insertInto('live_menu_item')
      .values(
        named.map(({ menuId, name, points, seconds }, position) => ({
          ...{ id: menuId, broadcaster_id: memberId, name, points, seconds, position },
        })),
      )
      // Another broadcaster's item has this id.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    return inserted.length === named.length ? null : refuse('idempotencyMismatch')
  })
}
