import { ConfigError } from './config-error.ts'

interface MoneySettings {
  mode: 'production' | 'development' | 'test'
  /** Whether a payment service is set up. */
  hasServices: boolean
  /** Whether there is an account for bank transfers. */
  hasBankAccount: boolean
  /** Neither a database nor a public address is set: somebody tries the product. */
  isAlone: boolean
  /** `DEMO` and `PAYMENTS_SANDBOX`; undefined where they aren't set. */
  demo: boolean | undefined
  sandbox: boolean | undefined
}

interface MoneyRules {
  demo: boolean
  /** Whether test cards buy points. */
  hasSandbox: boolean
  /** Whether payments are real, and with them the payouts to broadcasters. */
  acceptsRealMoney: boolean
}

const assertOff = (name: string, isOn: boolean | undefined): void => {
  if (!isOn) return
  throw new ConfigError(
    `設定 ${name} は、実際の決済（決済サービスや BANK_ACCOUNT の設定）と同時には true にできません。どちらかを外してください。`,
  )
}

/**
 * Decides whether the demo runs, whether test cards buy points, and whether payments are real. Demo members have a
 * public password and test cards cost nothing, so neither exists beside real money. Outside production no payment is
 * real: there the demo may run beside a service, but test cards never replace one. Refuses with `ConfigError` a
 * setting that asks for either all the same.
 */
export const moneyRules = (settings: MoneySettings): MoneyRules => {
  const { hasServices, hasBankAccount, mode } = settings
  const acceptsRealMoney = mode === 'production' && (hasServices || hasBankAccount)
  if (acceptsRealMoney) assertOff('DEMO', settings.demo)
  if (acceptsRealMoney || hasServices) assertOff('PAYMENTS_SANDBOX', settings.sandbox)
  const demo = settings.demo ?? (settings.isAlone && !acceptsRealMoney)
  const isForTrying = !acceptsRealMoney && (demo || mode !== 'production')
  return { demo, hasSandbox: settings.sandbox ?? (!hasServices && isForTrying), acceptsRealMoney }
}
