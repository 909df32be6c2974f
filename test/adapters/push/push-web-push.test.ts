import { createECDH, randomBytes } from 'node:crypto'
import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { vapidKeysFrom, vapidKeysOf } from '#adapters/push/vapid-keys.ts'
import { createWebPush, type WebPushOptions } from '#adapters/push/web-push.ts'
import { openPushStandIn } from '#test/helpers/stand-ins/push-stand-in.ts'
import { decryptWebPush } from '#test/helpers/web-push-decryption.ts'
import { describePushService, type PushStage, ring, testTimeoutMs } from './push-suite.ts'

const keys = vapidKeysFrom(randomBytes(32))
const serviceWith = (options: Partial<WebPushOptions> = {}) =>
  createWebPush({
    keys,
    subject: 'https://koyoi.example',
    allowsLoopback: true,
    timeoutMs: testTimeoutMs,
    ...options,
  })

const answers = {
  gone: 410,
  busy: { status: 429, retryAfterSec: 3 },
  broken: 500,
  refused: 400,
  hang: 'hang',
} as const

const create = async (): Promise<PushStage> => {
  const standIn = await openPushStandIn()
  const subscriber = standIn.subscribe(keys.publicKey)
  let isOpen = true
  return {
    service: serviceWith(),
    address: { id: subscriber.endpoint, keys: JSON.parse(subscriber.json).keys },
    registered: subscriber.json,
    received: () => subscriber.received.map(({ ttlSec, subject: _, ...push }) => ({ ...push, ttl: ttlSec })),
    next: (answer) => subscriber.answers.push(answers[answer]),
    complaints: () => standIn.complaints,
    stop: async () => {
      if (isOpen) await standIn.close()
      isOpen = false
    },
  }
}

describePushService('webPush', create, { named: true })

const browser = createECDH('prime256v1')
const browserKeys = () => ({
  p256dh: browser.generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
})
const subscribed = (endpoint: string, over: Partial<ReturnType<typeof browserKeys>> = {}) =>
  JSON.stringify({ endpoint, keys: { ...browserKeys(), ...over } })

describe('what a page may register', () => {
  const service = serviceWith({ allowsLoopback: false })

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQyavXutnMH',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA',
  ])('is an endpoint of a browser: %s', (endpoint) => {
    expect(service.addressOf(subscribed(endpoint))).toMatchObject({ id: endpoint })
  })

  test.each([
    'http://updates.push.services.mozilla.com/wpush',
    'https://localhost/push',
    'https://127.0.0.1/push',
    'https://2130706433/push',
    'https://10.0.0.8/push',
    'https://169.254.169.254/latest/meta-data',
    'https://8.8.8.8/push',
    'https://[::1]/push',
    'https://[::ffff:10.0.0.8]/push',
    'https://postgres/push',
    'https://web.push.apple.com:5432/push',
    'https://us:er@web.push.apple.com/push',
    'file:///etc/passwd',
    `https://web.push.apple.com/${'a'.repeat(2_000)}`,
  ])('is no other address: %s', (endpoint) => {
    expect(service.addressOf(subscribed(endpoint))).toBeNull()
  })

  test('has keys with which a message can be encrypted', () => {
    const endpoint = 'https://web.push.apple.com/push'
    const notOnTheCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    expect(service.addressOf(subscribed(endpoint))).not.toBeNull()
    expect(service.addressOf(subscribed(endpoint, { p256dh: notOnTheCurve }))).toBeNull()
    expect(service.addressOf(subscribed(endpoint, { p256dh: browserKeys().auth }))).toBeNull()
    expect(service.addressOf(subscribed(endpoint, { auth: 'short' }))).toBeNull()
    expect(service.addressOf(JSON.stringify({ endpoint }))).toBeNull()
  })
})

describe('a name that leads inside', () => {
  const lookingUp = (...addresses: string[]): typeof lookup =>
    ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as never
  const address = { id: 'https://push.koyoi.example/push', keys: browserKeys() }

  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['172.16.0.9'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['::1'],
    ['fe80::1'],
    ['fd00::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::a00:1'],
    ['2002:a00:1::'],
  ])('is sent nothing: %s', async (inside) => {
    const service = serviceWith({ allowsLoopback: false, look: lookingUp(inside) })
    expect(await service.send(address, ring)).toEqual({ type: 'failed', reason: 'NotPublic' })
  })

  test('is sent nothing when one of its addresses is outside', async () => {
    const service = serviceWith({ allowsLoopback: false, look: lookingUp('8.8.8.8', '127.0.0.1') })
    expect(await service.send(address, ring)).toEqual({ type: 'failed', reason: 'NotPublic' })
  })

  test('never sends to an address that got past the check', async () => {
    const service = serviceWith({ allowsLoopback: false })
    const inside = { ...address, id: 'http://127.0.0.1:1/push' }
    expect(await service.send(inside, ring)).toEqual({ type: 'failed', reason: 'NotPublic' })
  })
})

describe('a push service that sends us elsewhere', () => {
  test('is not followed', async () => {
    const standIn = await openPushStandIn()
    const [one, other] = [standIn.subscribe(keys.publicKey), standIn.subscribe(keys.publicKey)]
    one.answers.push({ redirectTo: other.endpoint })
    const service = serviceWith()
    const address = service.addressOf(one.json)
    expect(address && (await service.send(address, ring))).toEqual({ type: 'failed', reason: 'status 307' })
    expect(other.received).toEqual([])
    await standIn.close()
  })
})

describe('a push service whose answer has no end', () => {
  test('is cut off: anybody may register an address of a server of their own', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>()
    const server = createServer((_, answer) => {
      answer.writeHead(201)
      const pour = () => {
        while (answer.write(Buffer.alloc(64 * 1024)));
      }
      answer.on('drain', pour).on('close', resolve)
      pour()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`
    const service = serviceWith({ timeoutMs: 60_000 })
    expect(await service.send({ id, keys: browserKeys() }, ring)).toEqual({ type: 'delivered' })
    await hungUp
    server.close()
  })
})

describe('our own name at push services', () => {
  test('is one for all processes of one secret', () => {
    const secret = randomBytes(32)
    expect(vapidKeysFrom(secret)).toEqual(vapidKeysFrom(secret))
    expect(vapidKeysFrom(secret)).not.toEqual(keys)
    expect(serviceWith().setup).toEqual({ provider: 'webPush', publicKey: keys.publicKey })
    expect(vapidKeysOf(keys.privateKey)).toEqual(keys)
  })

  test('is no pair of something else', () => {
    expect(vapidKeysOf('short')).toBeNull()
    expect(vapidKeysOf(Buffer.alloc(32).toString('base64url'))).toBeNull()
    expect(vapidKeysOf(Buffer.alloc(32, 255).toString('base64url'))).toBeNull()
    expect(vapidKeysOf(keys.publicKey)).toBeNull()
  })

  test('is what a subscription was made for: others are refused', async () => {
    const standIn = await openPushStandIn()
    const subscriber = standIn.subscribe(vapidKeysFrom(randomBytes(32)).publicKey)
    const service = serviceWith()
    const address = service.addressOf(subscriber.json)
    expect(address && (await service.send(address, ring))).toEqual({ type: 'failed', reason: 'status 403' })
    expect(standIn.complaints).toEqual(['not the key that was subscribed to'])
    await standIn.close()
  })
})

describe('the stand-in', () => {
  test('decrypts the example of RFC 8291', () => {
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    const message = decryptWebPush(Buffer.from(body, 'base64url'), {
      privateKey: Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'),
      auth: Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'),
    })
    expect(message).toBe('When I grow up, I want to be a watermelon')
  })
})
