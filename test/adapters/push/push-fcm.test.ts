import { describe, expect, test } from 'vitest'
import { createFcm } from '#adapters/push/fcm.ts'
import { openFcmStandIn } from '#test/helpers/stand-ins/fcm-stand-in.ts'
import { describePushService, type PushStage, ring, testTimeoutMs } from './push-suite.ts'

const web = { vapidKey: 'B-key', apiKey: 'api-key', messagingSenderId: '1234', appId: '1:1234:web:ab' }

const openEnvironment = async () => {
  const standIn = await openFcmStandIn()
  const clock = { now: Date.now() }
  const service = createFcm({
    account: standIn.account,
    web,
    baseUrl: standIn.url,
    timeoutMs: testTimeoutMs,
    now: () => clock.now,
  })
  return { standIn, clock, service, receiver: standIn.register() }
}

const answers = {
  gone: { status: 404, code: 'UNREGISTERED' },
  busy: { status: 429, code: 'QUOTA_EXCEEDED', retryAfterSec: 3 },
  broken: { status: 500, code: 'INTERNAL' },
  refused: { status: 400, code: 'INVALID_ARGUMENT' },
  hang: 'hang',
} as const

const create = async (): Promise<PushStage> => {
  const { standIn, service, receiver } = await openEnvironment()
  let isOpen = true
  return {
    service,
    address: { id: receiver.token },
    registered: receiver.token,
    received: () => receiver.received.map(({ ttl, ...push }) => ({ ...push, ttl: Number(ttl) })),
    next: (answer) => receiver.answers.push(answers[answer]),
    complaints: () => standIn.complaints,
    stop: async () => {
      if (isOpen) await standIn.close()
      isOpen = false
    },
  }
}

describePushService('fcm', create, { named: false })

describe('the access to FCM', () => {
  test('is fetched once for many, and again shortly before it ends', async () => {
    const { standIn, clock, service, receiver } = await openEnvironment()
    const send = () => service.send({ id: receiver.token }, ring)
    await Promise.all(Array.from({ length: 5 }, send))
    expect(standIn.tokensGiven).toBe(1)
    clock.now += 3_530_000
    expect(await send()).toEqual({ type: 'delivered' })
    expect(await send()).toEqual({ type: 'delivered' })
    expect(standIn.tokensGiven).toBe(1)
    clock.now += 60_000
    await Promise.all([send(), send()])
    expect(standIn.tokensGiven).toBe(2)
    expect(receiver.received).toHaveLength(9)
    expect(standIn.complaints).toEqual([])
    await standIn.close()
  })

  test('is fetched again when it was withdrawn', async () => {
    const { standIn, service, receiver } = await openEnvironment()
    const send = () => service.send({ id: receiver.token }, ring)
    expect(await send()).toEqual({ type: 'delivered' })
    standIn.revokeTokens()
    expect(await send()).toEqual({ type: 'retryLater', afterMs: null, reason: 'status 401' })
    expect(await send()).toEqual({ type: 'delivered' })
    await standIn.close()
  })

  test('counts no address as gone because the project is', async () => {
    const { standIn, receiver } = await openEnvironment()
    const account = { ...standIn.account, project_id: 'another' }
    const service = createFcm({ account, web, baseUrl: standIn.url })
    expect(await service.send({ id: receiver.token }, ring)).toEqual({ type: 'failed', reason: 'status 404' })
    await standIn.close()
  })

  test('gives pages its public half', async () => {
    const { standIn, service } = await openEnvironment()
    expect(service.setup).toEqual({
      provider: 'fcm',
      vapidKey: 'B-key',
      app: { apiKey: 'api-key', projectId: 'koyoi-test', messagingSenderId: '1234', appId: '1:1234:web:ab' },
    })
    expect(JSON.stringify(service.setup)).not.toContain('PRIVATE')
    await standIn.close()
  })
})
