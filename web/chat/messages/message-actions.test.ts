import { expect, it } from 'vitest'
import { type ChatBody, type ChatMessage, unsendWindowMs } from '#contract/chat/chat.ts'
import { actionsOf } from './message-actions.ts'

const sentMs = Date.parse('2026-11-20T12:00:00Z')
const mine = '20148357'
const ofBroadcaster = '10482736'

const message = (body: ChatBody, senderId: string | null): ChatMessage => ({
  id: '018f0000-0000-7000-8000-000000000001',
  seq: 1,
  revision: 1,
  senderId,
  sentAt: new Date(sentMs).toISOString(),
  body,
  replyTo: null,
})
const image = (isOpened: boolean): ChatBody => ({
  kind: 'image',
  imageId: 'i',
  width: 4,
  height: 3,
  price: { points: 300, isOpened },
})
const text: ChatBody = { kind: 'text', text: 'こんばんは' }

it.each([
  ['an own text', text, mine, ['copy', 'reply', 'unsend']],
  ['the partner’s text', text, ofBroadcaster, ['copy', 'reply', 'report']],
  ['an own sticker', { kind: 'sticker', stickerId: 'cat-ok' }, mine, ['reply', 'unsend']],
  ['an own locked image', image(false), mine, ['reply', 'unsend']],
  ['an own image that was paid for', image(true), mine, ['reply']],
  ['a system card', { kind: 'system', code: 'imageOpened' }, null, []],
  ['an unsent message', { kind: 'unsent' }, mine, []],
] as const)('%s', (_, body, senderId, actions) => {
  expect(actionsOf(message(body, senderId), mine, sentMs + 1000)).toEqual(actions)
})

it('offers no unsending after 24 hours', () => {
  const own = message(text, mine)
  expect(actionsOf(own, mine, sentMs + unsendWindowMs - 1)).toContain('unsend')
  expect(actionsOf(own, mine, sentMs + unsendWindowMs)).not.toContain('unsend')
})
