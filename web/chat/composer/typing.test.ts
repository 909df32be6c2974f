import { expect, test } from 'vitest'
import type { ChatChanged } from '#contract/chat/chat.ts'
import type { ChatEvents } from '../member/chat-ports.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { Typing } from './typing.ts'

const partnerId = '20000002'

const opened = () => {
  const clock = new FakeClock()
  const reported: number[] = []
  const handlers = new Map<string, (events: never) => void>()
  const begin = clock.now()
  const events: ChatEvents = {
    on: (name, handler) => {
      handlers.set(name, handler as (events: never) => void)
      return () => undefined
    },
    onUp: () => () => undefined,
    isUp: () => true,
    sendTyping: () => reported.push(clock.now() - begin),
  }
  const typing = new Typing({ clock, events }, partnerId)
  typing.start()
  const emit = (name: string, events: object) => handlers.get(name)?.(events as never)
  return { clock, reported, typing, emit }
}

test('reports typing every three seconds at most, and at once after a message was sent', async () => {
  const { clock, reported, typing } = opened()
  for (let key = 0; key < 8; key += 1) {
    typing.typed()
    await clock.pass(1_000)
  }
  typing.sent()
  typing.typed()
  expect(reported).toEqual([0, 3_000, 6_000, 8_000])
})

test('shows the partner as typing for six seconds after a report, or until the message arrives', async () => {
  const { clock, typing, emit } = opened()
  emit('chat:typing', { partnerId: '30000003' })
  expect(typing.isPartnerTyping.get()).toBe(false)
  emit('chat:typing', { partnerId })
  await clock.pass(4_000)
  emit('chat:typing', { partnerId })
  await clock.pass(5_999)
  expect(typing.isPartnerTyping.get()).toBe(true)
  await clock.pass(1)
  expect(typing.isPartnerTyping.get()).toBe(false)
  emit('chat:typing', { partnerId })
  emit('chat:changed', { partnerId, message: { senderId: '10000001' } } as ChatChanged)
  expect(typing.isPartnerTyping.get()).toBe(true)
  emit('chat:changed', { partnerId, message: { senderId: partnerId } } as ChatChanged)
  expect(typing.isPartnerTyping.get()).toBe(false)
})
