import { isTabPath } from './tabs.ts'

/** Specification 2: a touch starts within the left 10% of the screen and travels more than 100 px right. */
const startShareMax = 0.1
const travelPxMin = 100

interface Swipe {
  /** CSS px from the left edge. */
  startX: number
  endX: number
  screenWidth: number
  /** The page of the touch: the top-level tabs have no swipe-back. */
  pathname: string
}

export const isSwipeBack = ({ startX, endX, screenWidth, pathname }: Swipe): boolean =>
  !isTabPath(pathname) && startX <= screenWidth * startShareMax && endX - startX > travelPxMin
