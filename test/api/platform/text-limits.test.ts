import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { endpoints } from '#contract/index.ts'
import { createLimits } from '#server/http/limits.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const send = async (from: Person, to: Person, text: string): Promise<string> => {
  const answer = await from.request('sendTextMessage', { messageId: randomUUID(), partnerId: to.id, text })
  return answer.type === 'error' ? answer.code : 'sent'
}

describe('texts of members', () => {
  test('are limited per minute, including refused ones', async () => {
    let nowMs = 0
    world.context.limits.text = createLimits({ now: () => nowMs }).text
    const [writer, other, partner] = [await world.caller(), await world.caller(), await world.broadcaster()]
    const answers: string[] = []
    for (let tries = 0; tries < 121; tries += 1) answers.push(await send(writer, partner, 'LINE教えて'))
    expect(new Set(answers.slice(0, 120))).toEqual(new Set(['contactWarning']))
    expect(answers.at(-1)).toBe('tooManyRequests')
    // The body isn't read any more, and every other text counts as well.
    const unreadable = await world.request(endpoints.sendTextMessage.path, {
      method: 'POST',
      headers: { cookie: writer.cookie, 'content-type': 'application/json' },
      body: '{',
    })
    expect(unreadable.status).toBe(429)
    expect(await writer.request('updateUserInfo', { bio: 'こんばんは' })).toMatchObject({
      code: 'tooManyRequests',
    })
    expect(await send(other, partner, 'こんばんは')).toBe('sent')

    nowMs = 60_000
    expect(await send(writer, partner, 'こんばんは')).toBe('sent')
  })

  const freeTextFrom = 1_000
  /** Passwords have limits of their own; the others are written by machines. */
  const noText = [
    'password',
    'newPassword',
    'callbackUrl',
    'signedTransaction',
    'fcmToken',
    'token',
    'before',
    'offer',
  ]
  const freeTexts = (spec: EndpointSpec): string[] => {
    const { input } = serverHalfOf(spec)
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
    return Object.entries(properties).flatMap(([name, schema]) => {
      const { type, maxLength = Number.POSITIVE_INFINITY, ...rest } = schema as z.core.JSONSchema.JSONSchema
      const isFree =
        type === 'string' && !rest.pattern && !rest.enum && !rest.const && maxLength >= freeTextFrom
      return isFree && !noText.includes(name) ? [name] : []
    })
  }

  test('have this limit at every endpoint for long texts', () => {
    const unlimited = Object.entries(endpoints as Record<string, EndpointSpec>)
      .filter(
        ([, spec]) =>
          spec.access.endsWith('ession') &&
          spec.access !== 'operatorSession' &&
          !serverHalfOf(spec).takesText,
      )
      .filter(([, spec]) => freeTexts(spec).length > 0)
      .map(([name]) => name)
    expect(unlimited).toEqual([])
    expect(freeTexts(endpoints.sendTextMessage)).toEqual(['text'])
  })
})

describe('marks that would cover the lines around them', () => {
  const covering = `あ${'\u0301\u0323'.repeat(3_900)}`
  const kept = 'あ\u0323\u0323\u0323\u0301\u0301\u0301'

  test('are removed from messages, profiles and reports, all but a few', async () => {
    const [writer, partner] = [await world.caller(), await world.broadcaster()]
    expect(await send(writer, partner, covering)).toBe('sent')
    const page = await partner.request('getMoreMessages', {
      partnerId: writer.id,
      from: { at: 'newest' },
      limit: 10,
    })
    expect(page).toMatchObject({ messages: [{ senderId: null }, { body: { kind: 'text', text: kept } }] })

    expect(
      await partner.request('updateUserInfo', { bio: covering, job: covering.slice(0, 400) }),
    ).toMatchObject({
      type: 'success',
    })
    const profile = await writer.request('getUserInfForWeb', { userId: partner.id })
    expect(profile).toMatchObject({ user: { bio: kept, job: kept } })

    const report = await writer.request('addReport', {
      partnerId: partner.id,
      reportId: randomUUID(),
      surface: 'profile',
      reason: 'other',
      text: covering.slice(0, 3_000),
    })
    expect(report).toMatchObject({ type: 'success' })
    const [row] = await world.database.sql`SELECT text FROM report WHERE reporter_id = ${writer.id}`
    expect([...(row?.text ?? '')]).toHaveLength(7)
  })
})
