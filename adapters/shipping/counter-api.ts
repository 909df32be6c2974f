import * as z from 'zod/mini'
import type { Carrier, TrackingState } from '#contract/market/market.ts'
import type { PostalAddress } from '#contract/market/transactions.ts'
import { failureReason, readJsonAnswer } from '../http/json-answer.ts'
import type { LabelOutcome, Shipping } from './port.ts'

export interface CounterApiSettings {
  /** The address of the carriers' gateway, as `https://gateway.example/v1`. */
  baseUrl: string
  /** The key of our account there. */
  key: string
}

/** One try, from the request to the last byte of its answer; two fit into the port's 10 s. */
const tryTimeoutMs = 4_500

/** The services whose counters print an anonymous label from a code: 宅急便 and ゆうパック. */
const services = { parcel: 'yamato_takkyubin', post: 'japanpost_yupack' } as const satisfies Record<
  Carrier,
  string
>

const issued = z.object({ counter_code: z.string().check(z.regex(/^[A-Z0-9-]{8,40}$/)) })
const failed = z.object({ error: z.object({ code: z.string().check(z.regex(/^[a-z0-9_]{1,60}$/)) }) })

/** What the gateway says of a parcel; one that it took back or lost stays on its way until operators decide. */
const states = {
  registered: 'waiting',
  accepted: 'accepted',
  in_transit: 'inTransit',
  out_for_delivery: 'inTransit',
  held_at_office: 'inTransit',
  delivered: 'delivered',
} as const satisfies Record<string, TrackingState>
const tracked = z.object({ status: z.enum(Object.keys(states) as (keyof typeof states)[]) })

type Answer = { status: number; body: unknown } | { failure: string }

/**
 * The counters of Yamato and Japan Post behind one HTTP gateway for anonymous shipping: it gets both addresses and
 * answers the code that a counter's terminal reads. The code belongs to the parcel: the same request again, by its
 * idempotency key, is answered with the same code, so that a lost answer is asked for again without a second label.
 * Neither address nor name is in any reason that this adapter reports.
 */
export const createCounterApi = (
  { baseUrl, key }: CounterApiSettings,
  limits: { tryTimeoutMs?: number } = {},
): Shipping => {
  const request = async (path: string, init: RequestInit): Promise<Answer> => {
    try {
      const answer = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
        ...init,
        redirect: 'error',
        headers: { ...init.headers, authorization: `Bearer ${key}`, accept: 'application/json' },
        signal: AbortSignal.timeout(limits.tryTimeoutMs ?? tryTimeoutMs),
      })
      return { status: answer.status, body: await readJsonAnswer(answer) }
    } catch (error) {
      return { failure: failureReason(error) }
    }
  }
  /** Once more where the gateway may not have had the request, or was out of order for a moment. */
  const requestTwice = async (path: string, init: RequestInit): Promise<Answer> => {
    const first = await request(path, init)
    return 'failure' in first || first.status >= 500 ? request(path, init) : first
  }

  return {
    issueLabel: async ({ parcelId, carrier, from, to }): Promise<LabelOutcome> => {
      const answer = await requestTwice('/shipments', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `${parcelId}-${carrier}` },
        body: JSON.stringify({
          reference: parcelId,
          service: services[carrier],
          anonymous: true,
          sender: placeOf(from),
          recipient: placeOf(to),
        }),
      })
      if ('failure' in answer) return { outcome: 'later', reason: answer.failure }
      const label = issued.safeParse(answer.body)
      if (answer.status === 200 || answer.status === 201)
        return label.success
          ? { outcome: 'issued', code: label.data.counter_code }
          : { outcome: 'later', reason: 'unreadable' }
      const failure = failed.safeParse(answer.body)
      return {
        outcome: 'later',
        reason: failure.success ? failure.data.error.code : `status ${answer.status}`,
      }
    },
    track: async ({ code }) => {
      const answer = await requestTwice(`/shipments/${encodeURIComponent(code)}/tracking`, { method: 'GET' })
      if ('failure' in answer || answer.status !== 200) return null
      const answered = tracked.safeParse(answer.body)
      return answered.success ? states[answered.data.status] : null
    },
  }
}

const placeOf = ({ name, postalCode, prefecture, city, street, building, phone }: PostalAddress) => ({
  name,
  postal_code: postalCode,
  prefecture,
  city,
  street,
  building,
  phone,
})
