import type { OwnLive } from '#contract/live/rooms.ts'

/**
 * What the studio page shows. `prepare`: no room runs. `elsewhere`: another page of the broadcaster sends the picture,
 * and this one asks before it takes over.
 */
export type StudioStage = 'prepare' | 'onAir' | 'elsewhere'

/**
 * A page takes a running room over by itself only as it is opened, and only while no media arrives: then it is the page
 * that was reloaded. An encoder sends whatever page is open.
 * @param hasRoom whether this page has the room; null while that is undecided
 */
export const studioStage = (
  live: Pick<OwnLive, 'source' | 'isOnAir'> | null,
  hasRoom: boolean | null,
): StudioStage => {
  if (live === null) return 'prepare'
  if (live.source === 'encoder' || hasRoom) return 'onAir'
  return hasRoom === null && !live.isOnAir ? 'onAir' : 'elsewhere'
}

/** Everything that was earned in a room so far. */
export const earnedInAll = ({ earned }: OwnLive['summary']): number =>
  Object.values(earned).reduce((sum, each) => sum + each, 0)
