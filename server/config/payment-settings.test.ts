import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const square = {
  SQUARE_ACCESS_TOKEN: 'EAAA-access',
  SQUARE_LOCATION_ID: 'L1',
  SQUARE_APPLICATION_ID: 'sq0idp-1',
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'signature-key',
}
const PUBLIC_URL = 'https://koyoi.example'
const storekit = {
  STOREKIT_BUNDLE_ID: 'jp.koyoi.app',
  STOREKIT_PRODUCTS: 'jp.koyoi.points.1000=1000, jp.koyoi.points.3000=3000',
}
const paymentsOf = (env: Record<string, string>) => readConfig(env).payments

describe('the payment settings', () => {
  it('reads Square', () => {
    expect(paymentsOf({ ...square, PUBLIC_URL, SQUARE_ENVIRONMENT: 'sandbox' }).square).toEqual({
      accessToken: 'EAAA-access',
      locationId: 'L1',
      applicationId: 'sq0idp-1',
      webhookSignatureKey: 'signature-key',
      environment: 'sandbox',
      apiUrl: undefined,
    })
    expect(paymentsOf({ ...square, PUBLIC_URL }).square?.environment).toBe('production')
  })

  it('reads Paidy', () => {
    expect(paymentsOf({ PAIDY_SECRET_KEY: 'sk_test_1', PAIDY_PUBLIC_KEY: 'pk_test_1' }).paidy).toEqual({
      secretKey: 'sk_test_1',
      publicKey: 'pk_test_1',
      apiUrl: undefined,
    })
  })

  it('reads StoreKit', () => {
    const api = {
      STOREKIT_ISSUER_ID: 'issuer',
      STOREKIT_KEY_ID: 'KEY',
      STOREKIT_PRIVATE_KEY_FILE: 'key.p8',
    }
    const STOREKIT_ROOT_CERTIFICATES = 'one.pem, /two.cer'
    expect(
      paymentsOf({ ...storekit, ...api, STOREKIT_ROOT_CERTIFICATES, STOREKIT_APP_ID: '7' }).storekit,
    ).toEqual({
      bundleId: 'jp.koyoi.app',
      products: { 'jp.koyoi.points.1000': 1_000, 'jp.koyoi.points.3000': 3_000 },
      environment: 'production',
      appId: 7,
      rootCertificates: [path.resolve('one.pem'), '/two.cer'],
      hasOnlineChecks: true,
      api: { issuerId: 'issuer', keyId: 'KEY', privateKeyFile: path.resolve('key.p8'), url: undefined },
    })
  })

  it.each([
    [
      { ...square, SQUARE_LOCATION_ID: '' },
      '設定 SQUARE_ACCESS_TOKEN には SQUARE_LOCATION_ID、PUBLIC_URL も必要です。すべて設定するか、すべて外してください。',
    ],
    [
      { PUBLIC_URL, SQUARE_WEBHOOK_SIGNATURE_KEY: 'key' },
      '設定 SQUARE_WEBHOOK_SIGNATURE_KEY には SQUARE_ACCESS_TOKEN、SQUARE_LOCATION_ID、SQUARE_APPLICATION_ID も必要です。すべて設定するか、すべて外してください。',
    ],
    [
      { PAIDY_PUBLIC_KEY: 'pk' },
      '設定 PAIDY_PUBLIC_KEY には PAIDY_SECRET_KEY も必要です。すべて設定するか、すべて外してください。',
    ],
    [
      storekit,
      '設定 STOREKIT_BUNDLE_ID には STOREKIT_APP_ID も必要です。すべて設定するか、すべて外してください。',
    ],
    [
      { STOREKIT_KEY_ID: 'KEY' },
      '設定 STOREKIT_KEY_ID には STOREKIT_ISSUER_ID、STOREKIT_PRIVATE_KEY_FILE、STOREKIT_BUNDLE_ID も必要です。すべて設定するか、すべて外してください。',
    ],
    [
      { ...storekit, STOREKIT_PRODUCTS: 'points1000' },
      '設定 STOREKIT_PRODUCTS の値 "points1000" は使えません（「商品ID=円」をコンマで区切った形（例: jp.example.points1000=1000）にしてください）。',
    ],
    [
      { ...square, PUBLIC_URL, SQUARE_ENVIRONMENT: 'test' },
      '設定 SQUARE_ENVIRONMENT の値 "test" は使えません（sandbox か productionにしてください）。',
    ],
  ])('refuses a half set up service: %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(sentence))
  })

  it('lets test cards buy points only where points are worth nothing', () => {
    const DATABASE_URL = 'postgres://koyoi@db/koyoi'
    expect(paymentsOf({}).hasSandbox).toBe(true)
    expect(paymentsOf({ DATABASE_URL }).hasSandbox).toBe(false)
    expect(paymentsOf({ DATABASE_URL, NODE_ENV: 'test' }).hasSandbox).toBe(true)
    expect(paymentsOf({ DATABASE_URL, DEMO: 'true' }).hasSandbox).toBe(true)
    expect(paymentsOf({ DATABASE_URL, PAYMENTS_SANDBOX: 'true' }).hasSandbox).toBe(true)
    expect(paymentsOf({ PAYMENTS_SANDBOX: 'false' }).hasSandbox).toBe(false)
    expect(paymentsOf({ ...square, PUBLIC_URL, DEMO: 'true', NODE_ENV: 'test' }).hasSandbox).toBe(false)
  })
})
