import type { Context } from '#server/context.ts'
import { freeDiskBytes } from './disk.ts'
import { createHealthWatch, type HealthWatch } from './health-watch.ts'
import { createWriteProbe } from './write-probe.ts'

/** Watches the disk of the data folder and the database. The first check starts with `start` or the first request. */
export const openHealthWatch = (
  { config, log }: Pick<Context, 'config' | 'log'>,
  databaseUrl: string,
  nodeId: string,
): HealthWatch =>
  createHealthWatch({
    probe: createWriteProbe(databaseUrl, nodeId),
    freeDiskBytes: () => freeDiskBytes(config.dataDir),
    freeDiskBytesMin: config.diskFreeBytesMin,
    log,
  })
