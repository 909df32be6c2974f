import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTwilio, type TwilioSettings } from '#adapters/sms/twilio.ts'
import type { RawAnswer } from '#test/helpers/stand-ins/raw-stand-in.ts'
import {
  openTwilioStandIn,
  type TwilioStandIn,
  twilioError,
} from '#test/helpers/stand-ins/twilio-stand-in.ts'

let twilio: TwilioStandIn
beforeAll(async () => {
  twilio = await openTwilioStandIn()
})
beforeEach(() => {
  twilio.received.length = 0
  twilio.answers.length = 0
})
afterAll(() => twilio.close())

const sms = { to: '+819012345678', text: '【今宵】確認コードは 012345 です & =?\n\n@koyoi.example #012345' }

const send = (change: Partial<TwilioSettings> = {}, limits?: { timeoutMs: number }) => {
  const { accountSid, authToken, url } = twilio
  const settings = { accountSid, authToken, from: '+815012345678', baseUrl: url, ...change }
  return createTwilio(settings, limits).send(sms)
}

it('hands a text over, Japanese, line breaks and all', async () => {
  expect(await send()).toEqual({ outcome: 'sent' })
  expect(twilio.received).toEqual([{ ...sms, from: '+815012345678', serviceSid: null }])
})

it('sends by a messaging service where one is named', async () => {
  const from = `MG${'1'.repeat(32)}`
  expect(await send({ from })).toEqual({ outcome: 'sent' })
  expect(twilio.received[0]).toMatchObject({ from: null, serviceSid: from })
})

it.each([21211, 21214, 21610, 21612, 21614])('error %i is the number’s own: never again', async (code) => {
  twilio.answers.push(twilioError(400, code))
  expect(await send()).toEqual({ outcome: 'refused', reason: String(code) })
})

it.each<[string, RawAnswer, string]>([
  ['a sender of ours that it doesn’t know', twilioError(400, 21606), '21606'],
  ['a region our account may not text to', twilioError(403, 21408), '21408'],
  ['too much at once', twilioError(429, 20429), '20429'],
  ['a failure of its own', { status: 503, body: { oops: true } }, 'status 503'],
  ['an error that names the number’s fault under a status that doesn’t', twilioError(500, 21211), '21211'],
  ['a page in place of an error', { status: 502, body: Buffer.from('<html>Bad gateway') }, 'status 502'],
  ['a page in place of an answer', { status: 200, body: Buffer.from('<html>Welcome') }, 'unreadable'],
  ['an answer without an id', { status: 201, body: { status: 'queued' } }, 'unreadable'],
  ['an answer cut off', { status: 201, body: Buffer.from('{"sid":"SM') }, 'unreadable'],
  ['an answer of megabytes', { status: 201, body: Buffer.alloc(2_000_000, '{') }, 'unreadable'],
  ['nothing at all', { status: 201 }, 'unreadable'],
])('%s: later', async (_what, answer, reason) => {
  twilio.answers.push(answer)
  expect(await send()).toEqual({ outcome: 'later', reason })
})

it('a wrong token of ours is no fault of the number', async () => {
  expect(await send({ authToken: 'wrong-token' })).toEqual({ outcome: 'later', reason: '20003' })
})

it('leads nowhere else, with our token least of all', async () => {
  twilio.answers.push({ status: 307, headers: { location: `${twilio.url}/elsewhere` } })
  expect(await send()).toMatchObject({ outcome: 'later' })
})

it('a message that it gives up at once is never tried again', async () => {
  twilio.answers.push({ status: 201, body: { sid: `SM${'0'.repeat(32)}`, status: 'failed' } })
  expect(await send()).toEqual({ outcome: 'refused', reason: 'failed' })
})

it('a service that says nothing holds a text up for no more than its patience', async () => {
  twilio.answers.push('hang')
  expect(await send({}, { timeoutMs: 100 })).toEqual({ outcome: 'later', reason: 'timeout' })
})

it('no server: later', async () => {
  const gone = await openTwilioStandIn()
  await gone.close()
  expect(await send({ baseUrl: gone.url })).toEqual({ outcome: 'later', reason: 'ECONNREFUSED' })
})
