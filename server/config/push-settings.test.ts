import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const fcm = {
  FCM_SERVICE_ACCOUNT_FILE: 'account.json',
  FCM_VAPID_KEY: 'B-key',
  FCM_API_KEY: 'api',
  FCM_MESSAGING_SENDER_ID: '1234',
  FCM_APP_ID: '1:1234:web:ab',
}

describe('the push settings', () => {
  it('give push services the public address, where there is one', () => {
    expect(readConfig({ PUBLIC_URL: 'https://koyoi.example/' }).push.vapidSubject).toBe(
      'https://koyoi.example/',
    )
    expect(readConfig({ PUBLIC_URL: 'http://localhost:3000' }).push.vapidSubject).toBeUndefined()
    const both = { PUBLIC_URL: 'https://koyoi.example', VAPID_SUBJECT: 'mailto:push@koyoi.example' }
    expect(readConfig(both).push.vapidSubject).toBe('mailto:push@koyoi.example')
  })

  it('accept a P-256 key, and never show a wrong one', () => {
    const VAPID_PRIVATE_KEY = Buffer.alloc(32, 1).toString('base64url')
    expect(readConfig({ VAPID_PRIVATE_KEY }).push.vapidPrivateKey).toBe(VAPID_PRIVATE_KEY)
    expect(() => readConfig({ VAPID_PRIVATE_KEY: 'not-a-key' })).toThrow(
      new ConfigError(
        '設定 VAPID_PRIVATE_KEY の値は使えません（P-256の秘密鍵をbase64urlにした43文字にしてください）。',
      ),
    )
  })

  it('accept FCM as a whole or not at all', () => {
    expect(readConfig(fcm).push.fcm).toEqual({
      serviceAccountFile: path.resolve('account.json'),
      web: { vapidKey: 'B-key', apiKey: 'api', messagingSenderId: '1234', appId: '1:1234:web:ab' },
    })
    expect(() => readConfig({ ...fcm, FCM_APP_ID: '' })).toThrow(
      new ConfigError(
        '設定 FCM_SERVICE_ACCOUNT_FILE には FCM_APP_ID も必要です。すべて設定するか、すべて外してください。',
      ),
    )
  })

  it('allow push to this machine in tests alone', () => {
    expect(readConfig({ PUSH_LOOPBACK: 'true', NODE_ENV: 'test' }).push.allowsLoopback).toBe(true)
    expect(() => readConfig({ PUSH_LOOPBACK: 'true' })).toThrow(
      new ConfigError('設定 PUSH_LOOPBACK はテスト専用です（NODE_ENV が test のときだけ使えます）。'),
    )
  })

  it.each([
    ['VAPID_SUBJECT', 'koyoi', 'mailto:… か https://… の形のURL'],
    ['FCM_API_URL', 'x', 'https://… の形のURL'],
    ['PUSH_LOOPBACK', 'maybe', 'true か false'],
  ])('name %s=%s and what is expected', (name, value, expected) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`設定 ${name} の値 "${value}" は使えません（${expected}にしてください）。`),
    )
  })
})
