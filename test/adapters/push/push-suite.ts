import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Push, PushAddress, PushService } from '#adapters/push/port.ts'
import type { PushMessage } from '#contract/push/push.ts'

/** One browser with the outside service that delivers to it, for one test. */
export interface PushStage {
  service: PushService
  address: PushAddress
  /** What the page registered. */
  registered: string
  received(): { message: PushMessage; ttl: number; urgency: string; topic: string }[]
  /** The next attempt is answered so. */
  next(answer: 'gone' | 'busy' | 'broken' | 'refused' | 'hang'): void
  /** What the service had to complain of. */
  complaints(): string[]
  stop(): Promise<void>
}

export const ring: Push = {
  message: {
    kind: 'ring',
    callId: '5f0e4f6e-6c0c-4c6e-9f5c-0d6d3f0a1b2c',
    callType: 'video',
    partnerId: '10000001',
    partnerName: 'ゆうと',
    rungAt: 1_795_000_000_000,
  },
  ttlMs: 29_400,
  urgency: 'high',
  topic: '5f0e4f6e6c0c4c6e9f5c0d6d3f0a1b2c',
}

/** Shorter than a test's patience; the product's is 10 s. */
export const testTimeoutMs = 300

/** What every push service has to do, whatever is behind it. `named`: whether the partner's name is sent. */
export const describePushService = (
  name: string,
  create: () => Promise<PushStage>,
  { named }: { named: boolean },
): void => {
  describe(`the push service ${name}`, () => {
    let stage: PushStage
    beforeEach(async () => {
      stage = await create()
    })
    afterEach(async () => {
      expect(stage.complaints()).toEqual([])
      await stage.stop()
    })

    test('delivers a ring for the seconds that are left of it', async () => {
      expect(await stage.service.send(stage.address, ring)).toEqual({ type: 'delivered' })
      expect(stage.received()).toEqual([
        {
          message: { ...ring.message, partnerName: named ? 'ゆうと' : '' },
          ttl: 30,
          urgency: 'high',
          topic: ring.topic,
        },
      ])
    })

    test('accepts the address that a page registered, and nothing else', () => {
      expect(stage.service.addressOf(stage.registered)).toEqual(stage.address)
      expect(stage.service.addressOf('')).toBeNull()
      expect(stage.service.addressOf('<script>')).toBeNull()
      expect(stage.service.addressOf('null')).toBeNull()
    })

    test('knows an address that the browser gave up', async () => {
      stage.next('gone')
      expect(await stage.service.send(stage.address, ring)).toEqual({ type: 'gone' })
    })

    test('reports that it gets too many requests, and for how long', async () => {
      stage.next('busy')
      const result = await stage.service.send(stage.address, ring)
      expect(result).toEqual({ type: 'retryLater', afterMs: 3_000, reason: 'status 429' })
      expect(await stage.service.send(stage.address, ring)).toEqual({ type: 'delivered' })
    })

    test('reports that it is broken', async () => {
      stage.next('broken')
      const result = await stage.service.send(stage.address, ring)
      expect(result).toEqual({ type: 'retryLater', afterMs: null, reason: 'status 500' })
    })

    test('reports that it refuses for good', async () => {
      stage.next('refused')
      expect(await stage.service.send(stage.address, ring)).toEqual({ type: 'failed', reason: 'status 400' })
    })

    test('gives up on an answer that never comes', async () => {
      stage.next('hang')
      const result = await stage.service.send(stage.address, ring)
      expect(result).toEqual({ type: 'retryLater', afterMs: null, reason: expect.any(String) })
      expect(await stage.service.send(stage.address, ring)).toEqual({ type: 'delivered' })
    })

    test('is not thrown off by a service that is not there', async () => {
      await stage.stop()
      const result = await stage.service.send(stage.address, ring)
      expect(result).toMatchObject({ type: 'retryLater', afterMs: null })
    })
  })
}
