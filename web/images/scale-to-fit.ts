export interface Size {
  width: number
  height: number
}

/** The size in whole pixels that fits a longer side of `max`, in the same shape; never enlarged. */
export const scaleToFit = ({ width, height }: Size, max: number): Size => {
  const scale = Math.min(1, max / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
