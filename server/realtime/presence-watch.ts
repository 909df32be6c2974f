import { watchedMembers } from '../../contract/people.ts'
import type { Context } from '../context.ts'
import { statesOf } from '../people/states.ts'
import { type OwnSocket, watchRoom } from './rooms.ts'

/** Tells a page of those it shows, and of nobody else; it names them anew whenever it shows others. */
export const openPresenceTo = (context: Context, socket: OwnSocket): void => {
  let watched = new Set<string>()
  socket.on('presence:watch', (memberIds, answer) => {
    const parsed = watchedMembers.safeParse(memberIds)
    if (!parsed.success) return
    const next = new Set(parsed.data)
    const added = [...next].filter((memberId) => !watched.has(memberId))
    for (const memberId of watched) if (!next.has(memberId)) socket.leave(watchRoom(memberId))
    socket.join(added.map(watchRoom))
    watched = next
    if (typeof answer !== 'function') return
    // What changed before they were watched has been told to nobody here.
    statesOf(context.db, added).then(answer, (error: unknown) =>
      context.log.error('presence-states-failed', { memberId: socket.data.viewer.memberId, error }),
    )
  })
}
