import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** How long a finger rests, and how far it may move, in CSS px. */
const longPressMs = 450
const trembleMax = 10

interface Point {
  x: number
  y: number
}

/**
 * A long press of a finger, or a right click, with its position. Scrolling is no long press, and the tap that
 * ends a long press presses nothing.
 */
export const useLongPress = (onLongPress: (point: Point) => void) => {
  const pressing = useRef<{ timer: ReturnType<typeof setTimeout>; from: Point } | null>(null)
  const wasLong = useRef(false)
  const stop = () => {
    clearTimeout(pressing.current?.timer)
    pressing.current = null
  }
  useEffect(() => () => clearTimeout(pressing.current?.timer), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      wasLong.current = false
      if (event.pointerType === 'mouse' || !event.isPrimary) return
      const from = { x: event.clientX, y: event.clientY }
      stop()
      const timer = setTimeout(() => {
        pressing.current = null
        wasLong.current = true
        onLongPress(from)
      }, longPressMs)
      pressing.current = { timer, from }
    },
    onPointerMove: (event: PointerEvent) => {
      const from = pressing.current?.from
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > trembleMax) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      if (wasLong.current) return
      stop()
      onLongPress({ x: event.clientX, y: event.clientY })
    },
  }
}
