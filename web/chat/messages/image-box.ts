/** CSS px an image may use in the conversation. */
const maxWidth = 220
const maxHeight = 280
/** Anything smaller is too hard to tap. */
const minSide = 88

const clamp = (value: number, max: number): number => Math.round(Math.max(minSide, Math.min(max, value)))

/**
 * The space reserved for an image before it loads, in CSS px: its own shape inside the largest box. Panoramas
 * and long screenshots are cropped, so that they stay large enough to tap.
 */
export const imageBox = (width: number, height: number): { width: number; height: number } => {
  if (width <= 0 || height <= 0) return { width: maxWidth, height: maxWidth }
  const scale = Math.min(maxWidth / width, maxHeight / height)
  return { width: clamp(width * scale, maxWidth), height: clamp(height * scale, maxHeight) }
}
