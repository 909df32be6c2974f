import * as z from 'zod/mini'
import type { S3Settings } from '#adapters/storage/s3.ts'
import { together } from './settings-together.ts'

const text = z.string().check(z.minLength(1))

/** A bucket for the originals; without one they live below DATA_DIR. */
export const storageSettings = {
  S3_BUCKET: z.optional(text),
  /** As the service names it: `ap-northeast-1`, `auto`, … */
  S3_REGION: z.optional(text),
  S3_ACCESS_KEY_ID: z.optional(text),
  S3_SECRET_ACCESS_KEY: z.optional(text),
  /** Of a service other than AWS. */
  S3_ENDPOINT: z.optional(z.url({ protocol: /^https?$/ })),
}

const schema = z.object(storageSettings)
export type StorageSettingValues = z.infer<typeof schema>

export const storageExpectations = {
  S3_ENDPOINT: 'https://… の形のURL',
} as const satisfies Partial<Record<keyof StorageSettingValues, string>>

/** Whose values are never shown. */
export const storageSecrets = ['S3_SECRET_ACCESS_KEY'] as const

/** Undefined without a bucket. Refuses with `ConfigError` what is set up by half. */
export const s3SettingsIn = (value: StorageSettingValues): S3Settings | undefined => {
  const given = together(value, ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  return (
    given && {
      bucket: given.S3_BUCKET,
      region: given.S3_REGION,
      accessKeyId: given.S3_ACCESS_KEY_ID,
      secretAccessKey: given.S3_SECRET_ACCESS_KEY,
      endpoint: value.S3_ENDPOINT,
    }
  )
}
