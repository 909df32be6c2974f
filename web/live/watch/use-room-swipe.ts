import { type PointerEvent, useEffect, useRef } from 'react'
import { useNavigate } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { type Neighbours, neighbourOf, type Stroke } from './room-swipe.ts'

/** A swipe up or down, or an arrow key, leads to the next room. A visit that runs ends with its page. */
export const useRoomSwipe = (neighbours: Neighbours) => {
  const navigate = useNavigate()
  const begun = useRef<{ x: number; y: number; at: number } | null>(null)
  const go = (stroke: Stroke) => {
    const to = neighbourOf(neighbours, stroke)
    if (to !== null) void navigate(paths.channel(to), { replace: true })
  }
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (isWriting || document.querySelector('dialog[open]') || event.isComposing) return
      if (event.key === 'ArrowUp') latest.current({ dx: 0, dy: -200, ms: 0 })
      if (event.key === 'ArrowDown') latest.current({ dx: 0, dy: 200, ms: 0 })
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return {
    onPointerDown: (event: PointerEvent) => {
      begun.current =
        event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY, at: event.timeStamp }
    },
    onPointerUp: (event: PointerEvent) => {
      const from = begun.current
      begun.current = null
      if (from) go({ dx: event.clientX - from.x, dy: event.clientY - from.y, ms: event.timeStamp - from.at })
    },
    onPointerCancel: () => {
      begun.current = null
    },
  }
}
