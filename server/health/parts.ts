import type { Context } from '#server/context.ts'

/** Whether each part of this process works, by the names that health, readiness and metrics share. */
export const partsOf = (
  { healthWatch, media }: Pick<Context, 'healthWatch' | 'media'>,
  database: boolean,
): { database: boolean; databaseWrites: boolean; disk: boolean } & Record<string, boolean> => ({
  database,
  databaseWrites: database && healthWatch.findings().isWritable,
  disk: healthWatch.findings().isDiskFree,
  ...Object.fromEntries(media.processesUp().map((isUp, index) => [`media-${index + 1}`, isUp])),
})
