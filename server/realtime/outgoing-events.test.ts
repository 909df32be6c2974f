import { expect, it } from 'vitest'
import type { Config } from '#server/config/config.ts'
import { holdEventsToContract } from './outgoing-events.ts'
import type { Sockets } from './socket-rooms.ts'

/** Sends one event as Socket.IO passes it to its adapter. @returns what was passed on */
const broadcast = (mode: Config['mode'], data: unknown[]) => {
  const sent: unknown[] = []
  const adapter = { broadcast: (packet: { data: unknown }) => sent.push(packet.data) }
  holdEventsToContract({ sockets: { adapter } } as unknown as Sockets, mode)
  adapter.broadcast({ data })
  return sent
}

it('an event loses fields that its schema does not know', () => {
  expect(broadcast('production', ['point:changed', { point: 5, email: 'a@example.jp' }])).toEqual([
    ['point:changed', { point: 5 }],
  ])
})

it('outside production such an event is an error', () => {
  expect(() => broadcast('test', ['point:changed', { point: 5, email: 'a@example.jp' }])).toThrow(
    'point:changed says more than its schema knows: email',
  )
})

it('an event without a payload is sent as it is', () => {
  expect(broadcast('test', ['member:changed'])).toEqual([['member:changed']])
})
