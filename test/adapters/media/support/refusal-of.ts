import { MediaRefused } from '#adapters/media/port.ts'

/** The status with which the media server refused. */
export const refusalOf = async (work: Promise<unknown>): Promise<number> => {
  const error: unknown = await work.then(
    () => null,
    (reason) => reason,
  )
  if (error instanceof MediaRefused) return error.status
  throw new Error(`not refused but: ${String(error)}`)
}
