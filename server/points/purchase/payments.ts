import { createHmac } from 'node:crypto'
import path from 'node:path'
import type { PaymentGateway, Webhook } from '#adapters/payments/port.ts'
import { openSandbox, type SandboxGateway } from '#adapters/payments/sandbox.ts'
import type { CardFields, PaidyCheckout, PaymentMethod } from '#contract/points/purchase.ts'
import type { Config } from '#server/config/config.ts'
import { type PaymentGateways, paymentGateways } from './payment-gateways.ts'

/** The payment services through which the product is paid. */
export interface Payments {
  /** Only while no service is configured: its test cards stand for real ones. */
  sandbox: SandboxGateway | undefined
  methods: readonly PaymentMethod[]
  /** What the browser needs for a service's own card fields. */
  cardFields: CardFields
  /** The same for Paidy's checkout. */
  paidyCheckout: PaidyCheckout
  /** Where a bank transfer goes; null where none is accepted. */
  bankAccount: string | null
  /** Which service accepts a method; undefined where the method isn't offered. */
  accepting(method: PaymentMethod): PaymentGateway | undefined
  named(gateway: string): PaymentGateway | undefined
  /** Begins to receive the sandbox's events. */
  start(deliver: (gateway: PaymentGateway, webhook: Webhook) => Promise<void>): void
  stop(): Promise<void>
}

export interface PaymentOptions {
  config: Pick<Config, 'dataDir' | 'payments' | 'bankAccount' | 'demo'>
  secret: Buffer
  /** Tests don't wait a minute for a dispute. */
  disputeAfterMs?: number
}

/** Stands for the operator's account in the demo, where nobody pays real money. */
const demoBankAccount = 'こよい銀行 本店 普通 0000000 カ）コヨイ（デモ用の口座です）'

/** Opens the configured services. Refuses with `ConfigError` files that can't be read. */
export const openPayments = async (options: PaymentOptions): Promise<Payments> => {
  const { payments, demo } = options.config
  const bankAccount = options.config.bankAccount ?? (demo ? demoBankAccount : null)
  const services = await paymentGateways(payments)
  const test = payments.hasSandbox ? await openTestPayments(options) : undefined
  const byMethod = gatewaysByMethod(services, test?.sandbox)
  const gateways = [test?.sandbox, services.square, services.paidy, services.storekit]
  return {
    sandbox: test?.sandbox,
    methods: (['card', 'savedCard', 'paidy', 'storekit', 'bankTransfer'] as const).filter((method) =>
      method === 'bankTransfer' ? bankAccount !== null : byMethod[method] !== undefined,
    ),
    bankAccount,
    cardFields: services.cardFields,
    paidyCheckout: services.paidyCheckout,
    accepting: (method) => byMethod[method],
    named: (name) => gateways.find((gateway) => gateway?.name === name),
    start: (to) => test?.start(to),
    stop: async () => test?.sandbox.stop(),
  }
}

/** The sandbox is open only while no service is configured, so it never exists beside one. */
const gatewaysByMethod = (
  { square, paidy, storekit }: PaymentGateways,
  sandbox: PaymentGateway | undefined,
): Partial<Record<PaymentMethod, PaymentGateway | undefined>> => ({
  card: square ?? sandbox,
  savedCard: square ?? sandbox,
  paidy: paidy ?? sandbox,
  storekit: storekit ?? sandbox,
})

const openTestPayments = async ({ config, secret, disputeAfterMs }: PaymentOptions) => {
  let deliver: ((gateway: PaymentGateway, webhook: Webhook) => Promise<void>) | undefined
  const sandbox: SandboxGateway = await openSandbox({
    journalFile: path.join(config.dataDir, 'sandbox-payments.jsonl'),
    signatureKey: createHmac('sha256', secret).update('sandbox-webhooks').digest(),
    deliver: async (webhook) => {
      if (!deliver) throw new Error('nobody takes webhooks yet')
      await deliver(sandbox, webhook)
    },
    ...(disputeAfterMs === undefined ? {} : { disputeAfterMs }),
  })
  const start: Payments['start'] = (to) => {
    deliver = to
    sandbox.start()
  }
  return { sandbox, start }
}
