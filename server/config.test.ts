import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '0.0.0.0',
      dataDir: path.resolve('.data'),
      databaseUrl: undefined,
      publicUrl: undefined,
      mediaUdpPort: 40_100,
      mediaBindAddress: '0.0.0.0',
      demo: true,
      mode: 'production',
      trustedProxyHops: 0,
      logLevel: 'info',
    })
  })

  it('takes an empty value as unset', () => {
    expect(readConfig({ PORT: '' }).port).toBe(3000)
  })

  it('leaves the demo off where a database or a public address is named, unless asked', () => {
    const DATABASE_URL = 'postgres://koyoi@db/koyoi'
    expect(readConfig({ DATABASE_URL }).demo).toBe(false)
    expect(readConfig({ PUBLIC_URL: 'https://koyoi.example' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL, DEMO: 'true' }).demo).toBe(true)
  })

  it.each([
    ['PORT', 'abc', '設定 PORT の値 "abc" は使えません（0〜65535の整数にしてください）。'],
    ['PORT', '70000', '設定 PORT の値 "70000" は使えません（0〜65535の整数にしてください）。'],
    ['MEDIA_UDP_PORT', '-1', '設定 MEDIA_UDP_PORT の値 "-1" は使えません（0〜65535の整数にしてください）。'],
    [
      'DATABASE_URL',
      'mysql://x',
      '設定 DATABASE_URL の値は使えません（postgres://… の形のURLにしてください）。',
    ],
    [
      'PUBLIC_URL',
      'koyoi',
      '設定 PUBLIC_URL の値 "koyoi" は使えません（https://… の形のURLにしてください）。',
    ],
    ['DEMO', 'maybe', '設定 DEMO の値 "maybe" は使えません（true か falseにしてください）。'],
    [
      'LOG_LEVEL',
      'loud',
      '設定 LOG_LEVEL の値 "loud" は使えません（silent、error、info、debug のどれかにしてください）。',
    ],
  ])('names %s=%s', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(sentence))
  })
})
