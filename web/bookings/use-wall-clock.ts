import { useNow } from '#web/shell/use-store.ts'

/** The date, in milliseconds, read again every `everyMs`: what a booking allows depends on it. */
export const useWallClock = (everyMs: number): number => {
  useNow(everyMs)
  return Date.now()
}
