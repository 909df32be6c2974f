import { MediaRefused } from '#adapters/media/port.ts'
import { videoTestMaxMs } from '#contract/calls/pre-call-check.ts'
import { refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { isSeated } from '#server/members/call-seat.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'
import type { TestClaims } from '../media/tokens.ts'
import { echoRoomOf, isNewestTest, newestTestOf } from '../queries.ts'

/**
 * Opens the member's echo room at this node; an earlier check of this member ends, on whichever node.
 *
 * @param address the client's
 */
export const beginVideoTest = async (context: Context, { testId, memberId }: TestClaims, address: string) => {
  const { db, media, nodes, secret } = context
  if (await isSeated(db, memberId)) return refuse('callAlreadyInCall')
  const earlier = await newestTestOf(db, memberId)
  if (earlier !== null) await media.closeEcho(echoRoomOf({ memberId, testId: earlier }))
  await db
    .insertInto('video_test')
    .values({ member_id: memberId, test_id: testId, node_id: nodes.id })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({ test_id: testId, node_id: nodes.id }),
    )
    .execute()
  try {
    const roomId = echoRoomOf({ memberId, testId })
    await media.openEcho({
      roomId,
      participantId: memberId,
      networkKey: addressKey(secret, address),
      maxMs: videoTestMaxMs,
    })
    return null
  } catch (error) {
    if (error instanceof MediaRefused) return refuse('mediaUnavailable')
    throw error
  }
}

/** Closes the echo room of this check; a newer one of the member stays. */
export const endVideoTest = async (
  { db, media }: Context,
  { testId, memberId }: TestClaims,
): Promise<void> => {
  if (!(await isNewestTest(db, { testId, memberId }))) return
  await media.closeEcho(echoRoomOf({ memberId, testId }))
  await db.deleteFrom('video_test').where('member_id', '=', memberId).where('test_id', '=', testId).execute()
}
