import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { followersOf } from '#server/favourites/followers.ts'
import { membersByIds } from '#server/members/queries.ts'
import { whoWants } from '#server/notifications/settings-queries.ts'
import { isAnyoneIn, memberRoom, type Sockets } from '#server/realtime/socket-rooms.ts'

/** Notifications in one batch; rings get their turn between batches. */
const batchMax = 50

/**
 * Notifies the open pages of a broadcaster's followers at this process that the broadcaster is on standby.
 */
export const notifyFollowers = async ({ db }: Context, io: Sockets, partnerId: string): Promise<void> => {
  const present = (await followersOf(db, partnerId)).filter((memberId) =>
    isAnyoneIn(io, memberRoom(memberId)),
  )
  if (present.length === 0) return
  const [wanting, partners] = await Promise.all([
    whoWants(db, present, 'favouriteStandby', 'inApp'),
    membersByIds(db, [partnerId]),
  ])
  const partnerName = partners.get(partnerId)?.name
  if (partnerName === undefined) return
  for (let from = 0; from < wanting.length; from += batchMax) {
    const rooms = wanting.slice(from, from + batchMax).map(memberRoom)
    io.to(rooms).volatile.emit('favourite:standby', { partnerId, partnerName })
    await nextTurn()
  }
}
