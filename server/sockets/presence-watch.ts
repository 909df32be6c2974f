import { type PresenceChanged, watchedMembers } from '#contract/people/people.ts'
import type { Context } from '#server/context.ts'
import { statesOf } from '#server/people/states.ts'
import { type OwnSocket, presenceSocketRoom } from '#server/realtime/socket-rooms.ts'
import { notBlockedOf } from '#server/safety/queries.ts'

/**
 * Sends a page the states of the members it shows, and of nobody else. It names them all again when it shows
 * others.
 */
export const openPresenceTo = (context: Context, socket: OwnSocket): void => {
  let named: readonly string[] = []
  socket.on('presence:watch', (memberIds, answer) => {
    const parsed = watchedMembers.safeParse(memberIds)
    if (!parsed.success) return
    const next = new Set(parsed.data)
    for (const memberId of named) if (!next.has(memberId)) socket.leave(presenceSocketRoom(memberId))
    const mine = [...next]
    named = mine
    watch(context, socket, { memberIds: mine, isNewest: () => named === mine }).then(
      (states) => {
        if (typeof answer === 'function') answer(states)
      },
      (error: unknown) =>
        context.log.error('presence-watch-failed', { memberId: socket.data.viewer.memberId, error }),
    )
  })
}

/** Joins the rooms it isn't in yet, except those of blocked pairs. @returns the members' states */
const watch = async (
  { db }: Context,
  socket: OwnSocket,
  { memberIds, isNewest }: { memberIds: readonly string[]; isNewest: () => boolean },
): Promise<PresenceChanged[]> => {
  const { memberId: viewerId } = socket.data.viewer
  const added = memberIds.filter((memberId) => !socket.rooms.has(presenceSocketRoom(memberId)))
  const open = await notBlockedOf(db, viewerId, added)
  // Another list has come meanwhile, and answers for all it adds.
  if (!isNewest()) return []
  socket.join(open.map(presenceSocketRoom))
  // A block whose event came before we joined is known by now; the event of a later one removes us from the
  // room.
  const stillOpen = new Set(await notBlockedOf(db, viewerId, open))
  for (const memberId of open) if (!stillOpen.has(memberId)) socket.leave(presenceSocketRoom(memberId))
  // Changes from before they were watched have not been sent to this page.
  return statesOf(db, [...stillOpen])
}
