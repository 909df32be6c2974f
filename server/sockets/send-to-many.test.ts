import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io as connect } from 'socket.io-client'
import { afterEach, expect, it } from 'vitest'
import type { Sockets } from '#server/realtime/socket-rooms.ts'
import { sendToMany } from './send-to-many.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A server, and a page by each transport. @returns what each page receives next */
const openPages = async (transports: readonly ('websocket' | 'polling')[]) => {
  const http = createServer()
  const io = new Server(http)
  ends.push(() => io.close())
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const pages = await Promise.all(
    transports.map(async (transport) => {
      const page = connect(url, { transports: [transport], upgrade: false })
      ends.push(() => page.close())
      await new Promise<void>((resolve) => page.once('connect', resolve))
      return page
    }),
  )
  const received = () =>
    Promise.all(pages.map((page) => new Promise<unknown>((resolve) => page.once('live:queue', resolve))))
  return { io: io as unknown as Sockets, ids: pages.map(({ id }) => id ?? ''), received }
}

// RFC 6455, 5.2: the length takes one, three or nine bytes. `"` and the name around the text come on top of it.
it.each([1, 90, 200, 65_000, 70_000])(
  'a text of %i signs comes to pages of both transports',
  async (length) => {
    const { io, ids, received } = await openPages(['websocket', 'polling'])
    const text = '今'.repeat(length)
    const both = received()
    sendToMany(io, [...ids, 'gone'], 'live:queue', { roomId: text, orders: [] })
    expect(await both).toEqual([
      { roomId: text, orders: [] },
      { roomId: text, orders: [] },
    ])
  },
)
