import { type RefObject, useEffect, useEffectEvent } from 'react'

/** The next page of a list is fetched before its place is visible. */
const ahead = '600px 0px'

/** Calls `onNear` when the place comes near the screen, while that is wanted. */
export const useNearScreen = (
  place: RefObject<HTMLElement | null>,
  isWanted: boolean,
  onNear: () => void,
): void => {
  const see = useEffectEvent(onNear)
  useEffect(() => {
    if (!isWanted || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) see()
      },
      { rootMargin: ahead },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isWanted, place])
}
