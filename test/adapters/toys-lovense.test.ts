import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLovenseToys } from '#adapters/toys/lovense.ts'
import type { Toys } from '#adapters/toys/port.ts'
import { openRawStandIn, type RawAnswer } from '#test/helpers/stand-ins/raw-stand-in.ts'

const token = 'a-developer-token-of-ours'
const accepted: RawAnswer = { status: 200, body: { result: true, code: 200, message: 'Success' } }

let service: Awaited<ReturnType<typeof openRawStandIn>>
let received: { path: string; body: unknown }[] = []
let answer: RawAnswer = accepted
let toys: Toys
beforeEach(async () => {
  received = []
  answer = accepted
  service = await openRawStandIn(({ path, body }) => {
    received.push({ path, body: JSON.parse(body.toString('utf8')) })
    return answer
  })
  toys = createLovenseToys({ token, baseUrl: service.url })
})
afterEach(() => service.close())

const play = () => toys.play({ broadcasterId: '20148357', seconds: 12 })

it('commands the device of a member for the item’s seconds', async () => {
  expect(await play()).toBe('played')
  expect(received).toEqual([
    {
      path: '/api/lan/v2/command',
      body: {
        token,
        uid: '20148357',
        command: 'Function',
        action: 'Vibrate:10',
        timeSec: 12,
        apiVer: 1,
      },
    },
  ])
})

it.each<[string, RawAnswer, string]>([
  ['an app that is offline', { status: 200, body: { result: false, code: 507 } }, 'offline'],
  ['a wrong token', { status: 200, body: { result: false, code: 501 } }, 'failed'],
  ['an error of the server', { status: 500, body: { result: true, code: 200 } }, 'failed'],
  ['an answer of another form', { status: 200, body: ['200'] }, 'failed'],
  ['no JSON', { status: 200, body: Buffer.from('<html>') }, 'failed'],
  ['a redirection', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'failed'],
])('%s is no success', async (_name, given, expected) => {
  answer = given
  expect(await play()).toBe(expected)
})

it('an answer that never comes ends after five seconds', async () => {
  answer = 'hang'
  expect(await play()).toBe('failed')
}, 15_000)

it('connects a device by a picture and a code', async () => {
  answer = {
    status: 200,
    body: { code: 0, result: true, data: { qr: 'https://example.com/qr.jpg', code: 'ab12cd' } },
  }
  expect(await toys.pair({ id: '20148357', name: '千夏' })).toEqual({
    qrUrl: 'https://example.com/qr.jpg',
    code: 'ab12cd',
  })
  expect(received).toMatchObject([
    {
      path: '/api/lan/getQrCode',
      body: { uid: '20148357', uname: '千夏', v: 2, utoken: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ])
  answer = { status: 200, body: { code: 501, data: { qr: 'https://example.com/qr.jpg', code: '' } } }
  expect(await toys.pair({ id: '20148357', name: '千夏' })).toBeNull()
})
