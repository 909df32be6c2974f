import { createDiskStorage } from '#adapters/storage/disk.ts'
import type { Storage } from '#adapters/storage/port.ts'
import type { Config } from '#server/config/config.ts'

/** Where originals are stored: the configured bucket, else folders below DATA_DIR. */
export const openStorage = async ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> => {
  if (!s3) return createDiskStorage(dataDir)
  // The SDK is loaded only where a bucket is configured.
  const { createS3Storage } = await import('#adapters/storage/s3.ts')
  return createS3Storage(s3)
}
