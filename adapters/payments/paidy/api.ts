import * as z from 'zod/mini'
import { readJsonAnswer } from '../../http/json-answer.ts'

const apiVersion = '2018-04-10'

const capture = z.object({ id: z.string(), amount: z.number() })
const refund = z.object({
  id: z.string(),
  capture_id: z.string(),
  amount: z.number(),
  metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})
const payment = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  order: z.object({ order_ref: z.optional(z.nullable(z.string())) }),
  captures: z._default(z.array(capture), []),
  refunds: z._default(z.array(refund), []),
})

/** What we read of Paidy's payment object (https://paidy.com/docs/api/en/#2-1-payment-object). */
export type PaidyPayment = z.infer<typeof payment>

/** Paidy said no to this request; nothing was done. */
export class PaidyRefusal extends Error {
  override name = 'PaidyRefusal'
}

export interface PaidyApi {
  /** Undefined for a payment Paidy doesn't know. */
  retrieve(paymentId: string): Promise<PaidyPayment | undefined>
  /** Each throws `PaidyRefusal` for a 4xx, and another error when it isn't known what happened. */
  capture(paymentId: string): Promise<PaidyPayment>
  close(paymentId: string): Promise<PaidyPayment>
  refund(
    paymentId: string,
    refund: { captureId: string; amountYen: number; key: string },
  ): Promise<PaidyPayment>
}

/** Paidy's ids; anything else would be another path of its API. */
const idShape = /^pay_[\w-]{1,64}$/
export const isPaidyId = (paymentId: string): boolean => idShape.test(paymentId)
/** Our keys are wrong, or we send too many requests: this says nothing about the payment. */
const passing = [401, 403, 408, 429]

export const createPaidyApi = (options: {
  secretKey: string
  baseUrl: string
  timeoutMs: number
}): PaidyApi => {
  const request = async (method: 'GET' | 'POST', path: string, body?: object): Promise<PaidyPayment> => {
    const answer = await fetch(`${options.baseUrl}/payments/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${options.secretKey}`,
        'content-type': 'application/json',
        'paidy-version': apiVersion,
      },
      signal: AbortSignal.timeout(options.timeoutMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (answer.ok) return payment.parse(await readJsonAnswer(answer))
    const failure = `Paidy answers ${answer.status} to ${method} ${path.replace(/^[^/]+/, '{id}')}`
    const isRefusal = answer.status >= 400 && answer.status < 500 && !passing.includes(answer.status)
    throw isRefusal ? new PaidyRefusal(failure) : new Error(failure)
  }
  const act = (paymentId: string, verb: string, body: object) => {
    if (!isPaidyId(paymentId)) throw new PaidyRefusal('Paidy has no such id')
    return request('POST', `${paymentId}/${verb}`, body)
  }

  return {
    retrieve: async (paymentId) => {
      if (!isPaidyId(paymentId)) return undefined
      return request('GET', paymentId).catch((error: unknown) => {
        if (error instanceof PaidyRefusal) return undefined
        throw error
      })
    },
    capture: async (paymentId) => act(paymentId, 'captures', {}),
    close: async (paymentId) => act(paymentId, 'close', {}),
    refund: async (paymentId, { captureId, amountYen, key }) =>
      act(paymentId, 'refunds', { capture_id: captureId, amount: amountYen, metadata: { key } }),
  }
}
