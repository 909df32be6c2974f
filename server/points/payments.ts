import { createHmac } from 'node:crypto'
import path from 'node:path'
import type { PaymentGateway, Webhook } from '../../adapters/payments/port.ts'
import { openSandbox, type SandboxGateway } from '../../adapters/payments/sandbox.ts'
import type { CardFields, PaymentMethod } from '../../contract/purchase.ts'
import type { Config } from '../config.ts'

/** The payment services this product takes money through. */
export interface Payments {
  /** While no service is set up: its test cards stand for real ones. */
  sandbox: SandboxGateway | undefined
  methods: readonly PaymentMethod[]
  /** What the browser needs for a service's own card fields. */
  cardFields: CardFields
  /** Which service takes a method; undefined where it isn't offered. */
  taking(method: PaymentMethod): PaymentGateway | undefined
  named(gateway: string): PaymentGateway | undefined
  /** Begins to take in what the sandbox has to tell. */
  start(deliver: (gateway: PaymentGateway, webhook: Webhook) => Promise<void>): void
  stop(): Promise<void>
}

export interface PaymentOptions {
  config: Pick<Config, 'dataDir'>
  secret: Buffer
  /** Tests don't wait a minute for a dispute. */
  disputeAfterMs?: number
}

const sandboxMethods: readonly PaymentMethod[] = ['card', 'savedCard', 'paidy', 'bankTransfer']

export const openPayments = async (options: PaymentOptions): Promise<Payments> => {
  let deliver: ((gateway: PaymentGateway, webhook: Webhook) => Promise<void>) | undefined
  const sandbox: SandboxGateway = await openSandbox({
    journalFile: path.join(options.config.dataDir, 'sandbox-payments.jsonl'),
    signatureKey: createHmac('sha256', options.secret).update('sandbox-webhooks').digest(),
    deliver: async (webhook) => {
      if (!deliver) throw new Error('nobody takes webhooks yet')
      await deliver(sandbox, webhook)
    },
    ...(options.disputeAfterMs === undefined ? {} : { disputeAfterMs: options.disputeAfterMs }),
  })
  return {
    sandbox,
    methods: sandboxMethods,
    cardFields: null,
    taking: (method) => (sandboxMethods.includes(method) && method !== 'bankTransfer' ? sandbox : undefined),
    named: (name) => (name === sandbox.name ? sandbox : undefined),
    start: (to) => {
      deliver = to
      sandbox.start()
    },
    stop: () => sandbox.stop(),
  }
}
