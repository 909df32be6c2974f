import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { followersOf } from '#server/favourites/followers.ts'
import { membersByIds } from '#server/members/queries.ts'
import { whoWants } from '#server/notifications/settings-queries.ts'
import {
  isAnyoneIn,
  memberRoom,
  type OwnSocket,
  type Sockets,
  timelineRoom,
} from '#server/realtime/socket-rooms.ts'
import { hasPostedWithinAnHour } from '#server/timeline/announcement.ts'

/** Notifications in one batch; rings get their turn between batches. */
const batchMax = 50

/** A page says whether it shows the timeline, and then learns that something was posted. */
export const openTimelineTo = (socket: OwnSocket): void => {
  socket.on('timeline:watch', (isShown) => {
    if (isShown === true) socket.join(timelineRoom)
    else socket.leave(timelineRoom)
  })
}

/**
 * Tells pages that show the timeline that something was posted; each asks how much of it is for its member, so nothing
 * of the post leaves here and blocks hold. Then tells the open pages of a broadcaster's followers, once an hour at
 * most. Nothing is stored for a follower.
 */
export const announcePost = async (
  { db }: Context,
  io: Sockets,
  { memberId: partnerId, postId }: { memberId: string; postId: string },
): Promise<void> => {
  io.to(timelineRoom).volatile.emit('timeline:posted')
  const partner = (await membersByIds(db, [partnerId])).get(partnerId)
  if (partner?.role !== 'broadcaster' || (await hasPostedWithinAnHour(db, partnerId, postId))) return
  const present = (await followersOf(db, partnerId)).filter((memberId) =>
    isAnyoneIn(io, memberRoom(memberId)),
  )
  if (present.length === 0) return
  const wanting = await whoWants(db, present, 'favouritePost', 'inApp')
  for (let from = 0; from < wanting.length; from += batchMax) {
    const rooms = wanting.slice(from, from + batchMax).map(memberRoom)
    io.to(rooms).volatile.emit('favourite:posted', { partnerId, partnerName: partner.name, postId })
    await nextTurn()
  }
}
