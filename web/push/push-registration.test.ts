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
  const kept = new Map<string, string>()
  const server = { addresses: new Set<string>(), isUp: true, told: 0, setup: webPush as PushSetup }
  const browser = {
    now: start,
    support: 'full' as PushSupport,
    permission: 'default' as PushPermission,
    /** What the person answers to the browser's question. */
    answer: 'granted' as PushPermission,
    asked: 0,
    workers: 0,
    subscription: null as string | null,
    made: 0,
    isServiceUp: true,
  }
  const ports: PushPorts = {
    store: {
      get: (key) => kept.get(key) ?? null,
      set: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
    },
    now: () => browser.now,
    support: () => browser.support,
    permission: () => browser.permission,
    ask: async () => {
      browser.asked += 1
      if (browser.permission === 'default') browser.permission = browser.answer
      return browser.permission
    },
    startWorker: async () => {
      browser.workers += 1
    },
    address: async () => browser.subscription,
    takeAddress: async ({ provider }, isFresh) => {
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
    tellServer: async (fcmToken) => {
      if (!server.isUp) return false
      server.told += 1
      server.addresses.clear()
      server.addresses.add(fcmToken)
      return true
    },
    forgetAtServer: async () => server.addresses.clear(),
    alone: (run) => run(),
  }
  /** A page is opened; the browser's storage stays. */
  const open = () => createPushRegistration(ports)
  return { kept, server, browser, open, keptNow: () => Object.fromEntries(kept) }
}

let here = world()
beforeEach(() => {
  here = world()
})

describe('notification permission (specification 4)', () => {
  it('before a session nothing is asked, registered or kept', async () => {
    const page = here.open()
    await page.check(null)
    expect(here.browser).toMatchObject({ workers: 0, asked: 0 })
    expect(here.keptNow()).toEqual({})
  })

  it('with a session the worker is registered, and the browser is asked when the card is pressed', async () => {
    const page = here.open()
    await page.check('1')
    expect(here.browser).toMatchObject({ workers: 1, asked: 0 })
    expect(page.view.get()).toEqual({ status: 'off', isBusy: false, offer: 'permission' })
    await page.switchOn()
    expect(page.view.get()).toEqual({ status: 'on', isBusy: false, offer: null })
    expect([...here.server.addresses]).toEqual(['{address 1}'])
    expect(here.keptNow()).toMatchObject({
      notificationPermission: 'grant',
      fcmToken: '{address 1}',
      fcmTokenOwner: '1',
      fcmTokenTime: String(start),
    })
  })

  it('who refuses is asked no more, and the result is kept in the browser’s word', async () => {
    here.browser.answer = 'denied'
    const page = here.open()
    await page.check('1')
    await page.switchOn()
    expect(page.view.get()).toEqual({ status: 'denied', isBusy: false, offer: null })
    expect(here.kept.get('notificationPermission')).toBe('denied')
    expect(here.kept.get('fcmToken')).toBeUndefined()
    here.browser.now += 30 * day
    const later = here.open()
    await later.check('1')
    expect(later.view.get().offer).toBeNull()
  })

  it('あとで puts it off for 7 days', async () => {
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

  it('the address is refreshed after 604800000 ms, and not before', async () => {
    here.browser.permission = 'granted'
    await here.open().check('1')
    here.browser.now = start + 604_799_999
    await here.open().check('1')
    expect(here.keptNow()).toMatchObject({ fcmToken: '{address 1}', fcmTokenTime: String(start) })
    here.browser.now = start + 604_800_000
    await here.open().check('1')
    expect([...here.server.addresses]).toEqual(['{address 2}'])
    expect(here.keptNow()).toMatchObject({
      fcmToken: '{address 2}',
      fcmTokenTime: String(start + 604_800_000),
    })
  })
})

test('signing out, and a page that comes up for a visitor, leave no address behind', async () => {
  here.browser.permission = 'granted'
  const page = here.open()
  await page.check('1')
  await page.check(null)
  expect(here.browser.subscription).toBeNull()
  expect(here.kept.get('fcmToken')).toBeUndefined()
  expect(here.kept.get('fcmTokenOwner')).toBeUndefined()
  await here.open().check('2')
  expect(here.kept.get('fcmTokenOwner')).toBe('2')
})

test('a permission taken back in the browser’s settings is taken back at the server', async () => {
  here.browser.permission = 'granted'
  await here.open().check('1')
  here.browser.permission = 'denied'
  const page = here.open()
  await page.check('1')
  expect(here.server.addresses.size).toBe(0)
  expect(page.view.get().status).toBe('denied')
  expect(here.kept.get('notificationPermission')).toBe('denied')
})

test('the switch gives the address up, and takes one again', async () => {
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

test('an address that the browser changed by itself is told to the server', async () => {
  here.browser.permission = 'granted'
  await here.open().check('1')
  here.browser.subscription = '{another}'
  await here.open().check('1')
  expect([...here.server.addresses]).toEqual(['{another}'])
  expect(here.kept.get('fcmToken')).toBe('{another}')
})

test.each([
  ['the server', () => here.server, 'isUp'],
  ['the push service', () => here.browser, 'isServiceUp'],
] as const)('while %s is out of reach it says so, and the next page tries again', async (_, of, key) => {
  here.browser.permission = 'granted'
  Object.assign(of(), { [key]: false })
  const page = here.open()
  await page.check('1')
  expect(page.view.get()).toEqual({ status: 'failed', isBusy: false, offer: null })
  expect(here.kept.get('fcmToken')).toBeUndefined()
  Object.assign(of(), { [key]: true })
  const next = here.open()
  await next.check('1')
  expect(next.view.get().status).toBe('on')
})

test('the server is told again after a day, so that an address it has lost rings again', async () => {
  here.browser.permission = 'granted'
  await here.open().check('1')
  here.server.addresses.clear()
  here.browser.now += day - 1
  await here.open().check('1')
  expect(here.server.told).toBe(1)
  here.browser.now += 1
  await here.open().check('1')
  expect([...here.server.addresses]).toEqual(['{address 1}'])
})

test('a server that sends by FCM from now on gets a token in place of the subscription, and back', async () => {
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

test('a refresh that fails half way is taken up by the next page', async () => {
  here.browser.permission = 'granted'
  await here.open().check('1')
  here.browser.now += 8 * day
  here.browser.isServiceUp = false
  await here.open().check('1')
  expect(here.kept.get('fcmToken')).toBeUndefined()
  here.browser.isServiceUp = true
  await here.open().check('1')
  expect([...here.server.addresses]).toEqual(['{address 2}'])
})

test('an iPhone is told of the home screen, an old browser of nothing', async () => {
  here.browser.support = 'afterInstall'
  const page = here.open()
  await page.check('1')
  expect(page.view.get()).toEqual({ status: 'afterInstall', isBusy: false, offer: 'install' })
  here.browser.support = 'none'
  await page.check('1')
  expect(page.view.get()).toEqual({ status: 'none', isBusy: false, offer: null })
  expect(here.browser.workers).toBe(0)
})
