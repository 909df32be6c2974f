/** The rooms before and after this one, by their broadcasters. */
export interface Neighbours {
  previous: string | null
  next: string | null
}

/** A finger's way in pixels and how long it took. */
export interface Stroke {
  dx: number
  dy: number
  ms: number
}

const swipePxMin = 90
/** A finger that scrolls or rests takes longer. */
const swipeMsMax = 600

/** The room that a stroke leads to: up to the next one, down to the one before; null for anything else. */
export const neighbourOf = ({ previous, next }: Neighbours, { dx, dy, ms }: Stroke): string | null => {
  if (Math.abs(dy) < swipePxMin || Math.abs(dy) < 2 * Math.abs(dx) || ms > swipeMsMax) return null
  return dy < 0 ? next : previous
}
