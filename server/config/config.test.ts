import { availableParallelism } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      audience: { ageGate: false },
      invoice: { issuer: null, registrationNumber: null },
      supportMail: 'support@koyoi.example',
      host: '0.0.0.0',
      dataDir: path.resolve('.data'),
      databaseUrl: undefined,
      publicUrl: undefined,
      mediaUdpPort: 40_100,
      mediaProcesses: Math.min(8, Math.max(2, availableParallelism() - 1)),
      mediaBatches: true,
      mediaBindAddress: '0.0.0.0',
      mediaPublicAddress: undefined,
      demo: true,
      demoLive: true,
      mode: 'production',
      trustedProxyHops: 0,
      memberPages: 'idle',
      payments: { hasSandbox: true, acceptsRealMoney: false },
      push: { allowsLoopback: false },
      shutdownNoticeMs: 5_000,
      diskFreeBytesMin: 100_000_000,
      logLevel: 'info',
    })
  })

  it.each(['help', 'help@example.jp?bcc=a@b.jp', '<help@example.jp>'])(
    'refuses %j as the address members write to',
    (SUPPORT_MAIL) => expect(() => readConfig({ SUPPORT_MAIL })).toThrow(ConfigError),
  )

  it('reads the relays and their secret', () => {
    const TURN_URLS = 'turn:turn.koyoi.example, turns:[2001:db8::5]:443?transport=tcp'
    expect(readConfig({ TURN_URLS, TURN_SECRET: 'north-south-east-west' }).turn).toEqual({
      urls: ['turn:turn.koyoi.example', 'turns:[2001:db8::5]:443?transport=tcp'],
      secret: 'north-south-east-west',
    })
  })

  it('refuses relays without their secret, and a secret without relays', () => {
    expect(() => readConfig({ TURN_URLS: 'turn:turn.koyoi.example' })).toThrow(
      new ConfigError('設定 TURN_URLS には TURN_SECRET も必要です。両方を設定するか、両方を外してください。'),
    )
    expect(() => readConfig({ TURN_SECRET: 'north-south-east-west' })).toThrow(
      new ConfigError('設定 TURN_SECRET には TURN_URLS も必要です。両方を設定するか、両方を外してください。'),
    )
  })

  it.each([
    ',',
    'https://turn.koyoi.example',
    'turn://turn.koyoi.example',
    'turn:a,,turn:b',
    'turn:a?transport=x',
  ])('refuses the relays %s', (TURN_URLS) => {
    expect(() => readConfig({ TURN_URLS, TURN_SECRET: 'north-south-east-west' })).toThrow(
      `設定 TURN_URLS の値 "${TURN_URLS}" は使えません（turn:… か turns:… のURLをコンマで区切った形`,
    )
  })

  it('never shows a secret that is too short', () => {
    expect(() => readConfig({ TURN_URLS: 'turn:a', TURN_SECRET: 'short' })).toThrow(
      new ConfigError('設定 TURN_SECRET の値は使えません（16文字以上の文字列にしてください）。'),
    )
  })

  it('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '' }).port).toBe(3000)
  })

  it('leaves the demo off when a database or a public address is set, unless DEMO asks for it', () => {
    const DATABASE_URL = 'postgres://koyoi@db/koyoi'
    expect(readConfig({ DATABASE_URL }).demo).toBe(false)
    expect(readConfig({ PUBLIC_URL: 'https://koyoi.example' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL, DEMO: 'true' }).demo).toBe(true)
  })

  it.each([
    ['203.0.113.5', '203.0.113.5', undefined],
    ['203.0.113.5:40100', '203.0.113.5', 40_100],
    ['2001:db8::5', '2001:db8::5', undefined],
    ['[2001:db8::5]', '2001:db8::5', undefined],
    ['[2001:db8::5]:40100', '2001:db8::5', 40_100],
  ])('reads the public media address %s', (text, address, port) => {
    expect(readConfig({ MEDIA_PUBLIC_ADDRESS: text }).mediaPublicAddress).toEqual({ address, port })
  })

  it.each([
    'media.koyoi.example',
    '203.0.113',
    '203.0.113.5:',
    '203.0.113.5:0',
    '203.0.113.5:70000',
    '[203.0.113.5]:40100',
    '[2001:db8::5]40100',
    'fe80::1%eth0',
    '0.0.0.0',
  ])('refuses the public media address %s', (text) => {
    expect(() => readConfig({ MEDIA_PUBLIC_ADDRESS: text })).toThrow(
      `設定 MEDIA_PUBLIC_ADDRESS の値 "${text}" は使えません（IPアドレス、または「IPアドレス:ポート」の形`,
    )
  })

  it.each([
    [{ MEDIA_UDP_PORT: '65535', MEDIA_PROCESSES: '2' }, 'MEDIA_UDP_PORT のポート 65535 から'],
    [
      { MEDIA_PUBLIC_ADDRESS: '203.0.113.5:65534', MEDIA_PROCESSES: '3' },
      'MEDIA_PUBLIC_ADDRESS のポート 65534 から',
    ],
  ])('refuses media ports that count up beyond the last one: %o', (settings, sentence) => {
    expect(() => readConfig(settings)).toThrow(sentence)
    expect(readConfig({ ...settings, MEDIA_PROCESSES: '1' }).mediaProcesses).toBe(1)
  })

  it('counts a second port for each media process where there are relays', () => {
    const settings = { MEDIA_UDP_PORT: '65534', MEDIA_PROCESSES: '2' }
    expect(readConfig(settings).mediaUdpPort).toBe(65_534)
    expect(() =>
      readConfig({ ...settings, TURN_URLS: 'turn:a', TURN_SECRET: 'north-south-east-west' }),
    ).toThrow('MEDIA_UDP_PORT のポート 65534 から MEDIA_PROCESSES の2倍（TURN_URLS の分を含む）の 4 個')
  })

  it.each([
    ['PORT', 'abc', '設定 PORT の値 "abc" は使えません（0〜65535の整数にしてください）。'],
    ['PORT', '70000', '設定 PORT の値 "70000" は使えません（0〜65535の整数にしてください）。'],
    ['MEDIA_UDP_PORT', '-1', '設定 MEDIA_UDP_PORT の値 "-1" は使えません（0〜65535の整数にしてください）。'],
    ['MEDIA_PROCESSES', '0', '設定 MEDIA_PROCESSES の値 "0" は使えません（1〜16の整数にしてください）。'],
    ['MEDIA_PROCESSES', '17', '設定 MEDIA_PROCESSES の値 "17" は使えません（1〜16の整数にしてください）。'],
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
      '設定 LOG_LEVEL の値 "loud" は使えません（silent、error、warning、info、debug のどれかにしてください）。',
    ],
  ])('names %s=%s and what is expected', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(sentence))
  })
})
