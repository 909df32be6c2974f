import { beforeEach, describe, expect, it, test } from 'vitest'
import type { PushSetup } from '#contract/push/push.ts'
import type { PushPermission, PushSupport } from '#domain/push/registration.ts'
import { createPushRegistration, type PushPorts } from './push-registration.ts'

const start = Date.UTC(2026, 10, 20, 12, 5, 0)
const day = 86_400_000
const webPush: PushSetup = { provider: 'webPush', publicKey: 'key' }
const fcm: PushSetup = {
  provider: 'fcm',
  vapidKey: 'key',
  app: { apiKey: 'a', projectId: 'p', messagingSenderId: 'm', appId: 'i' },
}

/** One browser and its server, in virtual time. */
const world = () => {
  const stored = new Map<string, string>()
  const server = { addresses: new Set<string>(), isUp: true, updates: 0, setup: webPush as PushSetup }
  const browser = {
    now: start,
    support: 'full' as PushSupport,
    permission: 'default' as PushPermission,
    /** The member's answer to the browser's question. */
    answer: 'granted' as PushPermission,
    prompts: 0,
    workers: 0,
    subscription: null as string | null,
    made: 0,
    isServiceUp: true,
  }
  const ports: PushPorts = {
    store: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void (value === null ? stored.delete(key) : stored.set(key, value)),
    },
    now: () => browser.now,
    support: () => browser.support,
    permission: () => browser.permission,
    requestPermission: async () => {
      browser.prompts += 1
      if (browser.permission === 'default') browser.permission = browser.answer
      return browser.permission
    },
    startWorker: async () => {
      browser.workers += 1
    },
    address: async () => browser.subscription,
    subscribe: async ({ provider }, isFresh) => {
      if (isFresh) browser.subscription = null
      if (!browser.isServiceUp) throw new DOMException('no push service', 'AbortError')
      if (browser.subscription === null) {
        browser.made += 1
        browser.subscription = provider === 'fcm' ? 'token' : `{address ${browser.made}}`
      }
      return browser.subscription
    },
    dropAddress: async () => {
      browser.subscription = null
    },
    setup: async () => (server.isUp ? server.setup : null),
    registerAtServer: async (fcmToken) => {
      if (!server.isUp) return false
      server.updates += 1
      server.addresses.clear()
      server.addresses.add(fcmToken)
      return true
    },
    deleteAtServer: async () => server.addresses.clear(),
    alone: (run) => run(),
  }
  /** Opens a page; the browser's storage stays. */
  const open = () => createPushRegistration(ports)
  return { stored, server, browser, open, storedNow: () => Object.fromEntries(stored) }
}

let here = world()
beforeEach(() => {
  here = world()
})

describe('notification permission (Specification 4)', () => {
  it('asks, registers and stores nothing before a session', async () => {
    const page = here.open()
    await page.check(null)
    expect(here.browser).toMatchObject({ workers: 0, prompts: 0 })
    expect(here.storedNow()).toEqual({})
  })

  it('registers the worker with a session, and asks the browser when the card is pressed', async () => {
    const page = here.open()
    await page.check('1')
    expect(here.browser).toMatchObject({ workers: 1, prompts: 0 })
    expect(page.view.get()).toEqual({ status: 'off', isBusy: false, offer: 'permission' })
    await page.switchOn()
    expect(page.view.get()).toEqual({ status: 'on', isBusy: false, offer: null })
    expect([...here.server.addresses]).toEqual(['{address 1}'])
    expect(here.storedNow()).toMatchObject({
      notificationPermission: 'grant',
      fcmToken: '{address 1}',
      fcmTokenOwner: '1',
      fcmTokenTime: String(start),
    })
  })

  it('asks no more after a refusal, and stores the result in the browser’s word', async () => {
    here.browser.answer = 'denied'
    const page = here.open()
    await page.check('1')
    await page.switchOn()
    expect(page.view.get()).toEqual({ status: 'denied', isBusy: false, offer: null })
    expect(here.stored.get('notificationPermission')).toBe('denied')
    expect(here.stored.get('fcmToken')).toBeUndefined()
    here.browser.now += 30 * day
    const later = here.open()
    await later.check('1')
    expect(later.view.get().offer).toBeNull()
  })

  it('hides the offer for 7 days after あとで', async () => {
    const page = here.open()
    await page.check('1')
    page.putOff()
    expect(page.view.get().offer).toBeNull()
    for (const [days, offer] of [
      [6, null],
      [7, 'permission'],
    ] as const) {
      here.browser.now = start + days * day
      const next = here.open()
      await next.check('1')
      expect(next.view.get().offer).toBe(offer)
    }
  })

  it('refreshes the address after 604800000 ms, and not before', async () => {
    here.browser.permission = 'granted'
    await here.open().check('1')
    here.browser.now = start + 604_799_999
    await here.open().check('1')
    expect(here.storedNow()).toMatchObject({ fcmToken: '{address 1}', fcmTokenTime: String(start) })
    here.browser.now = start + 604_800_000
    await here.open().check('1')
    expect([...here.server.addresses]).toEqual(['{address 2}'])
    expect(here.storedNow()).toMatchObject({
      fcmToken: '{address 2}',
      fcmTokenTime: String(start + 604_800_000),
    })
  })
})

test('leaves no address behind after signing out, or on a page that loads for a visitor', async () => {
  here.browser.permission = 'granted'
  const page = here.open()
  await page.check('1')
  await page.check(null)
  expect(here.browser.subscription).toBeNull()
  expect(here.stored.get('fcmToken')).toBeUndefined()
  expect(here.stored.get('fcmTokenOwner')).toBeUndefined()
  await here.open().check('2')
  expect(here.stored.get('fcmTokenOwner')).toBe('2')
})

test('removes the address at the server when the browser’s permission is revoked', async () => {
  here.browser.permission = 'granted'
  await here.open().check('1')
  here.browser.permission = 'denied'
  const page = here.open()
  await page.check('1')
  expect(here.server.addresses.size).toBe(0)
  expect(page.view.get().status).toBe('denied')
  expect(here.stored.get('notificationPermission')).toBe('denied')
})

test('removes the address by the switch, and registers one again', async () => {
  here.browser.permission = 'granted'
  const page = here.open()
  await page.check('1')
  await page.switchOff()
  expect(page.view.get()).toEqual({ status: 'off', isBusy: false, offer: null })
  expect([here.server.addresses.size, here.browser.subscription]).toEqual([0, null])
  await here.open().check('1')
  expect(here.server.addresses.size).toBe(0)
  await page.switchOn()
  expect(page.view.get().status).toBe('on')
  expect(here.server.addresses.size).toBe(1)
})

test('reports an address that the browser changed by itself to the server', async () => {
  here.browser.permission = 'granted'
  await here.open().check('1')
  here.browser.subscription = '{another}'
  await here.open().check('1')
  expect([...here.server.addresses]).toEqual(['{another}'])
  expect(here.stored.get('fcmToken')).toBe('{another}')
})

test.each([
  ['the server', () => here.server, 'isUp'],
  ['the push service', () => here.browser, 'isServiceUp'],
] as const)('says so while %s is out of reach, and tries again on the next page', async (_, of, key) => {
  here.browser.permission = 'granted'
  Object.assign(of(), { [key]: false })
  const page = here.open()
  await page.check('1')
  expect(page.view.get()).toEqual({ status: 'failed', isBusy: false, offer: null })
  expect(here.stored.get('fcmToken')).toBeUndefined()
  Object.assign(of(), { [key]: true })
  const next = here.open()
  await next.check('1')
  expect(next.view.get().status).toBe('on')
})

test('reports the address again after a day, so that one the server lost rings again', async () => {
  here.browser.permission = 'granted'
  await here.open().check('1')
  here.server.addresses.clear()
  here.browser.now += day - 1
  await here.open().check('1')
  expect(here.server.updates).toBe(1)
  here.browser.now += 1
  await here.open().check('1')
  expect([...here.server.addresses]).toEqual(['{address 1}'])
})

test('replaces the subscription by a token for a server that now sends by FCM, and back', async () => {
  here.browser.permission = 'granted'
  for (const [setup, address] of [
    [webPush, '{address 1}'],
    [fcm, 'token'],
    [webPush, '{address 3}'],
  ] as const) {
    here.server.setup = setup
    await here.open().check('1')
    expect([...here.server.addresses]).toEqual([address])
    here.browser.now += day
  }
})

test('continues on the next page a refresh that failed half way', async () => {
  here.browser.permission = 'granted'
  await here.open().check('1')
  here.browser.now += 8 * day
  here.browser.isServiceUp = false
  await here.open().check('1')
  expect(here.stored.get('fcmToken')).toBeUndefined()
  here.browser.isServiceUp = true
  await here.open().check('1')
  expect([...here.server.addresses]).toEqual(['{address 2}'])
})

test('explains the home screen on an iPhone, and offers nothing in an old browser', async () => {
  here.browser.support = 'afterInstall'
  const page = here.open()
  await page.check('1')
  expect(page.view.get()).toEqual({ status: 'afterInstall', isBusy: false, offer: 'install' })
  here.browser.support = 'none'
  await page.check('1')
  expect(page.view.get()).toEqual({ status: 'none', isBusy: false, offer: null })
  expect(here.browser.workers).toBe(0)
})
