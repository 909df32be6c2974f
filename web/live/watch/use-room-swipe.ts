import { type TouchEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { type Neighbours, neighbourOf } from './room-swipe.ts'

interface Begun {
  x: number
  y: number
  at: number
  isAtTop: boolean
  isAtEnd: boolean
}

/** So far from its end a page still counts as scrolled to the end. */
const endSlackPx = 2

/** Where the arrow keys mean something else: in a field, and in a list that scrolls. */
const ownArrows = 'input, textarea, select, [role="log"], [role="log"] *'

/**
 * A swipe or an arrow key leads to another room: up the page to the next one, down to the one before. A visit that runs
 * ends with its page, and the next room asks with its own price first. A page that scrolls does so first.
 */
export const useRoomSwipe = (neighbours: Neighbours) => {
  const navigate = useNavigate()
  const begun = useRef<Begun | null>(null)
  const go = (to: string | null) => {
    if (to !== null) void navigate(paths.channel(to), { replace: true })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.target instanceof HTMLElement && event.target.matches(ownArrows)
    if (isTaken || event.isComposing || document.querySelector('dialog[open]')) return
    if (event.key === 'ArrowDown') go(neighbours.next)
    if (event.key === 'ArrowUp') go(neighbours.previous)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return {
    onTouchStart: ({ touches, currentTarget, timeStamp }: TouchEvent<HTMLElement>) => {
      const finger = touches[0]
      const { scrollTop, scrollHeight, clientHeight } = currentTarget
      begun.current =
        touches.length === 1 && finger
          ? {
              x: finger.clientX,
              y: finger.clientY,
              at: timeStamp,
              isAtTop: scrollTop <= 0,
              isAtEnd: scrollHeight - scrollTop - clientHeight <= endSlackPx,
            }
          : null
    },
    onTouchEnd: ({ changedTouches, timeStamp }: TouchEvent<HTMLElement>) => {
      const from = begun.current
      const finger = changedTouches[0]
      begun.current = null
      if (!from || !finger) return
      const dy = finger.clientY - from.y
      if (dy < 0 ? !from.isAtEnd : !from.isAtTop) return
      go(neighbourOf(neighbours, { dx: finger.clientX - from.x, dy, ms: timeStamp - from.at }))
    },
    onTouchCancel: () => {
      begun.current = null
    },
  }
}
