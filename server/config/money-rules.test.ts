import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const paidy = { PAIDY_SECRET_KEY: 'sk_1', PAIDY_PUBLIC_KEY: 'pk_1' }
const storekit = {
  STOREKIT_BUNDLE_ID: 'jp.koyoi.app',
  STOREKIT_PRODUCTS: 'jp.koyoi.points.1000=1000',
  STOREKIT_APP_ID: '7',
}
const bankAccount = { BANK_ACCOUNT: 'こよい銀行 本店 普通 1234567' }

const moneyOf = (env: Record<string, string>) => {
  const { demo, payments } = readConfig(env)
  return { demo, hasSandbox: payments.hasSandbox, acceptsRealMoney: payments.acceptsRealMoney }
}

describe('real money', () => {
  it.each([
    ['Paidy', paidy],
    ['StoreKit', storekit],
    ['a bank account', bankAccount],
  ])('%s alone turns demo and test cards off', (_, settings) => {
    expect(moneyOf(settings)).toEqual({ demo: false, hasSandbox: false, acceptsRealMoney: true })
  })

  it.each([
    [{ ...paidy, DEMO: 'true' }, 'DEMO'],
    [{ ...bankAccount, DEMO: 'true' }, 'DEMO'],
    [{ ...paidy, PAYMENTS_SANDBOX: 'true' }, 'PAYMENTS_SANDBOX'],
    [{ ...bankAccount, PAYMENTS_SANDBOX: 'true' }, 'PAYMENTS_SANDBOX'],
  ])('%o is refused', (settings, name) => {
    expect(() => readConfig(settings)).toThrow(
      new ConfigError(
        `設定 ${name} は、実際の決済（決済サービスや BANK_ACCOUNT の設定）と同時には true にできません。どちらかを外してください。`,
      ),
    )
  })

  it('is never accepted outside production', () => {
    const development = { NODE_ENV: 'development', DEMO: 'true' }
    expect(moneyOf({ ...development, ...paidy })).toEqual({
      demo: true,
      hasSandbox: false,
      acceptsRealMoney: false,
    })
    expect(moneyOf({ ...development, ...bankAccount })).toMatchObject({ demo: true, hasSandbox: true })
  })

  it('is absent by default, where the demo comes with test cards', () => {
    expect(moneyOf({})).toEqual({ demo: true, hasSandbox: true, acceptsRealMoney: false })
  })
})
