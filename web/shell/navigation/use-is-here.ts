import { useCallback, useEffect, useRef } from 'react'
import { useNavigation } from '#web/router/router.ts'

/**
 * Tells whether the page is still shown and no other one is on its way: an answer that comes later must not lead away
 * from the page that was opened meanwhile.
 */
export const useIsHere = (): (() => boolean) => {
  const isHere = useRef(false)
  const isMoving = useNavigation().state !== 'idle'
  useEffect(() => {
    isHere.current = !isMoving
    return () => {
      isHere.current = false
    }
  }, [isMoving])
  return useCallback(() => isHere.current, [])
}
