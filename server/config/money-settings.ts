import { ConfigError } from './config-error.ts'

interface MoneyWish {
  mode: 'production' | 'development' | 'test'
  /** Whether a payment service is set up, and an account for bank transfers. */
  hasServices: boolean
  hasBankAccount: boolean
  /** Neither a database nor a public address says that this is more than a try. */
  isAlone: boolean
  /** `DEMO` and `PAYMENTS_SANDBOX`; undefined where they aren't set. */
  demo: boolean | undefined
  sandbox: boolean | undefined
}

interface MoneySettings {
  demo: boolean
  /** Whether test cards buy points. */
  hasSandbox: boolean
  /** What is paid is real, and so is what broadcasters are paid for it. */
  takesRealMoney: boolean
}

const assertOff = (name: string, wanted: boolean | undefined): void => {
  if (!wanted) return
  throw new ConfigError(
    `設定 ${name} は、実際の決済（決済サービスや BANK_ACCOUNT の設定）と同時には true にできません。どちらかを外してください。`,
  )
}

/**
 * Demo people, whose password is public, and test cards, which cost nothing, never stand beside real money. Outside
 * production no money is real: there both may be tried beside a service, but test cards never in its place.
 * Refuses with `ConfigError` what is asked for all the same.
 */
export const moneySettings = (wish: MoneyWish): MoneySettings => {
  const { hasServices, hasBankAccount, mode } = wish
  const takesRealMoney = mode === 'production' && (hasServices || hasBankAccount)
  if (takesRealMoney) assertOff('DEMO', wish.demo)
  if (takesRealMoney || hasServices) assertOff('PAYMENTS_SANDBOX', wish.sandbox)
  const demo = wish.demo ?? (wish.isAlone && !takesRealMoney)
  const isForTrying = !takesRealMoney && (demo || mode !== 'production')
  return { demo, hasSandbox: wish.sandbox ?? (!hasServices && isForTrying), takesRealMoney }
}
