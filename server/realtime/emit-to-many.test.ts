import { expect, it } from 'vitest'
import { emitToMany } from './emit-to-many.ts'
import type { Sockets } from './socket-rooms.ts'

/** Rooms of socket ids, and what each socket got. */
const fakeSockets = (rooms: Record<string, Set<string>>) => {
  const got = new Map<string, number[]>()
  const to = (ids: string[]) => ({
    emit: (_name: string, content: { n: number }) => {
      if (ids.length === 0) throw new Error('an empty list is everybody')
      for (const id of ids) got.set(id, [...(got.get(id) ?? []), content.n])
    },
  })
  const io = { sockets: { adapter: { rooms: new Map(Object.entries(rooms)) } }, to } as unknown as Sockets
  return { io, got }
}
const ids = (count: number, first = 0) => Array.from({ length: count }, (_, nth) => `s${first + nth}`)
const send = (io: Sockets, rooms: string[], n: number) =>
  emitToMany(io, rooms, 'live:changed', { n } as unknown as Parameters<typeof emitToMany<'live:changed'>>[3])

it('reaches every socket of the rooms once, in order', async () => {
  const { io, got } = fakeSockets({ one: new Set(ids(700)), other: new Set(ids(500, 600)) })
  await send(io, ['one', 'other', 'none'], 1)
  await send(io, ['one', 'other', 'none'], 2)
  expect(got.size).toBe(1_100)
  expect([...got.values()].every((each) => each.join() === '1,2')).toBe(true)
})

it('lets other work in between, and sends nothing to who has left meanwhile', async () => {
  const room = new Set(ids(700))
  const { io, got } = fakeSockets({ one: room })
  const sending = send(io, ['one'], 1)
  const servedAtOnce = got.size
  room.clear()
  await sending
  expect(servedAtOnce).toBeGreaterThan(0)
  expect(got.size).toBe(servedAtOnce)
  expect(servedAtOnce).toBeLessThan(700)
})

it('sends nothing to nobody', async () => {
  const { io, got } = fakeSockets({})
  await send(io, ['none'], 1)
  expect(got.size).toBe(0)
})
