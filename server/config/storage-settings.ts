import * as z from 'zod/mini'
import type { S3Settings } from '#adapters/storage/s3.ts'
import { defineSettings, together } from './define-settings.ts'

const text = z.string().check(z.minLength(1))

/** A bucket for the original images. */
export const storageSettings = defineSettings({
  schema: {
    S3_BUCKET: z.optional(text),
    /** As the service names it: `ap-northeast-1`, `auto`, … */
    S3_REGION: z.optional(text),
    S3_ACCESS_KEY_ID: z.optional(text),
    S3_SECRET_ACCESS_KEY: z.optional(text),
    /** The address of a service other than AWS. */
    S3_ENDPOINT: z.optional(z.url({ protocol: /^https?$/ })),
  },
  expectations: { S3_ENDPOINT: 'https://… の形のURL' },
  secrets: ['S3_SECRET_ACCESS_KEY'],
  read: (value): StorageSettings => {
    const given = together(value, ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    return {
      s3: given && {
        bucket: given.S3_BUCKET,
        region: given.S3_REGION,
        accessKeyId: given.S3_ACCESS_KEY_ID,
        secretAccessKey: given.S3_SECRET_ACCESS_KEY,
        endpoint: value.S3_ENDPOINT,
      },
    }
  },
})

interface StorageSettings {
  /** The bucket of the originals; undefined: they are stored below `dataDir`. */
  s3: S3Settings | undefined
}
