import { useEffect } from 'react'
import { isSwipeBack } from '#domain/shell/swipe-back.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'

/**
 * Specification 2, Swipe-back. A second finger makes it a pinch, not a swipe. Over an open dialog or a picture in the
 * viewer, which is no native dialog, it is not the page that is swiped.
 */
export const useSwipeBack = (): void => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    let startX: number | null = null
    const onStart = (event: TouchEvent) => {
      const isSwipe = event.touches.length === 1 && !document.querySelector('dialog[open],[aria-modal]')
      startX = isSwipe ? (event.touches[0]?.clientX ?? null) : null
    }
    const onEnd = (event: TouchEvent) => {
      const endX = event.changedTouches[0]?.clientX
      if (startX === null || endX === undefined) return
      if (isSwipeBack({ startX, endX, screenWidth: window.innerWidth, pathname })) void navigate(-1)
      startX = null
    }
    const passive = { passive: true }
    window.addEventListener('touchstart', onStart, passive)
    window.addEventListener('touchend', onEnd, passive)
    return () => {
      window.removeEventListener('touchstart', onStart)
      window.removeEventListener('touchend', onEnd)
    }
  }, [navigate, pathname])
}
