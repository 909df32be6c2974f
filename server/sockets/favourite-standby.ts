import { setImmediate as breath } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { followersOf } from '#server/favourites/followers.ts'
import { membersByIds } from '#server/members/queries.ts'
import { whoWants } from '#server/notifications/settings-queries.ts'
import { isAnyoneIn, memberRoom, type Sockets } from '#server/realtime/rooms.ts'

/** So many are told in one go; then rings have their turn. */
const toldAtOnceMax = 50

/** Tells the open pages at this process of those who favour her that she waits for calls now. */
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
  for (let told = 0; told < wanting.length; told += toldAtOnceMax) {
    const rooms = wanting.slice(told, told + toldAtOnceMax).map(memberRoom)
    io.to(rooms).volatile.emit('favourite:standby', { partnerId, partnerName })
    await breath()
  }
}
