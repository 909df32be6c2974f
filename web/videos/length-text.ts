/** A video's length as 1:23; at least a second. */
export const lengthText = (durationMs: number): string => {
  const seconds = Math.max(1, Math.round(durationMs / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
