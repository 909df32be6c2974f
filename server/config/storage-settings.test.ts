import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const bucket = {
  S3_BUCKET: 'koyoi-originals',
  S3_REGION: 'ap-northeast-1',
  S3_ACCESS_KEY_ID: 'AKIAKOYOI',
  S3_SECRET_ACCESS_KEY: 'very-secret',
}

it('reads a bucket, and has none by default', () => {
  expect(readConfig({}).s3).toBeUndefined()
  expect(readConfig({ ...bucket, S3_ENDPOINT: 'https://r2.example' }).s3).toEqual({
    bucket: 'koyoi-originals',
    region: 'ap-northeast-1',
    accessKeyId: 'AKIAKOYOI',
    secretAccessKey: 'very-secret',
    endpoint: 'https://r2.example',
  })
})

it('refuses a half set up bucket, and an endpoint that is no URL', () => {
  const { S3_REGION: _, ...half } = bucket
  expect(() => readConfig(half)).toThrow(
    new ConfigError('設定 S3_BUCKET には S3_REGION も必要です。すべて設定するか、すべて外してください。'),
  )
  expect(() => readConfig({ ...bucket, S3_ENDPOINT: 'r2' })).toThrow(
    new ConfigError('設定 S3_ENDPOINT の値 "r2" は使えません（https://… の形のURLにしてください）。'),
  )
})
