interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Size {
  width: number
  height: number
}

/** CSS px to the edges of the screen and to the bubble. */
const edge = 8
const gap = 6

const within = (value: number, room: number): number => Math.max(edge, Math.min(value, room - edge))

/**
 * The position of a message's menu: at the finger or the mouse, or below its bubble, or above it where there
 * is no room below; never over the screen's edges.
 */
export const menuPosition = (
  bubble: Box,
  point: { x: number; y: number } | null,
  menu: Size,
  screen: Size,
): { left: number; top: number } => {
  const anchor = point ?? { x: bubble.left, y: bubble.bottom }
  const below = anchor.y + gap
  const above = (point?.y ?? bubble.top) - gap - menu.height
  const hasRoomBelow = below + menu.height <= screen.height - edge
  return {
    left: within(anchor.x, screen.width - menu.width),
    top: within(hasRoomBelow ? below : above, screen.height - menu.height),
  }
}
