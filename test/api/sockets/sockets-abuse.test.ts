import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { packetsPerWindowMax } from '#server/sockets/packet-limit.ts'
import { happened, openSocketsWorld, type RawPage, type SocketsWorld } from './sockets-world.ts'

let sockets: SocketsWorld
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
afterEach(async () => {
  await sockets.closePages()
  sockets.skewMs = 0
})
afterAll(() => sockets.close())

const opens = async (page: RawPage): Promise<RawPage> => {
  page.send('40')
  await page.next((packet) => packet.startsWith('40{"sid"'))
  return page
}
const stillServes = async (page: RawPage) => {
  page.send('429["call:join",{"callId":"none","token":"none"}]')
  expect(await page.next((packet) => packet.startsWith('439'))).toBe('439[false]')
}
const times = (count: number, packet: string) => Array.from({ length: count }, () => packet)

describe('a connection that sends too much is closed, others are not', () => {
  it.each([
    ['known events', ['42["presence:beat"]']],
    ['unknown events', ['42["no-such-event",1]']],
    ['answers to requests that were never sent', ['431[1]']],
    ['pongs', ['3']],
    ['leaving and coming back', ['41', '40']],
    ['asking for namespaces that do not exist', ['40/operator,']],
  ])('%s', async (_name, packets) => {
    const member = await sockets.world.caller()
    const [quiet, loud] = [await opens(await sockets.raw(member)), await opens(await sockets.raw(member))]
    for (const packet of times(packetsPerWindowMax, packets.join('\n'))) {
      for (const each of packet.split('\n')) loud.send(each)
    }
    await loud.closed
    await stillServes(quiet)
    expect(sockets.io.engine.clientsCount).toBe(1)
  })

  it('hundreds of packets in one request', async () => {
    const { cookie } = await sockets.world.caller()
    const url = `${sockets.url}/api/socket/?EIO=4&transport=polling`
    const { sid } = JSON.parse((await (await fetch(url, { headers: { cookie } })).text()).slice(1))
    const post = (body: string) => fetch(`${url}&sid=${sid}`, { method: 'POST', headers: { cookie }, body })
    await post('40')
    await fetch(`${url}&sid=${sid}`, { headers: { cookie } })
    await post(times(500, '42["presence:beat"]').join('\x1e'))
    await expect.poll(() => sockets.io.engine.clientsCount).toBe(0)
  })

  it('a page that is busy for an hour stays open', async () => {
    const page = await sockets.page(await sockets.world.caller())
    for (let window = 0; window < 30; window += 1) {
      for (let message = 0; message < packetsPerWindowMax / 2; message += 1) page.emit('presence:beat')
      await page.emitWithAck('call:join', { callId: 'none', token: 'none' })
      sockets.skewMs += 10_000
    }
    expect(page.connected).toBe(true)
  })
})

describe('a message that is too long', () => {
  it('closes its WebSocket, and no other', async () => {
    const member = await sockets.world.caller()
    const [page, other] = [await opens(await sockets.raw(member)), await opens(await sockets.raw(member))]
    page.send(`42["presence:watch",["${'1'.repeat(17_000)}"]]`)
    await page.closed
    await stillServes(other)
  })

  it('is refused by polls', async () => {
    const { cookie } = await sockets.world.caller()
    const url = `${sockets.url}/api/socket/?EIO=4&transport=polling`
    const { sid } = JSON.parse((await (await fetch(url, { headers: { cookie } })).text()).slice(1))
    const body = `42["presence:watch",["${'1'.repeat(17_000)}"]]`
    const answer = await fetch(`${url}&sid=${sid}`, { method: 'POST', headers: { cookie }, body })
    expect(answer.status).toBe(413)
  })
})

describe('a connection carries one socket', () => {
  it('however often one is requested', async () => {
    const member = await sockets.world.caller()
    const page = await sockets.raw(member)
    for (const packet of times(5, '40')) page.send(packet)
    await expect.poll(() => page.received.filter((packet) => packet.includes('alreadyOpen')).length).toBe(4)
    expect(page.received.filter((packet) => packet.startsWith('40{"sid"'))).toHaveLength(1)
    expect(sockets.io.sockets.sockets.size).toBe(1)
  })

  it('and another one after the first was closed', async () => {
    const page = await opens(await sockets.raw(await sockets.world.caller()))
    page.send('41')
    await expect.poll(() => sockets.io.sockets.sockets.size).toBe(0)
    page.send('40')
    await expect.poll(() => page.received.filter((packet) => packet.startsWith('40{"sid"')).length).toBe(2)
    expect(sockets.io.sockets.sockets.size).toBe(1)
    await stillServes(page)
  })
})

describe('nonsense', () => {
  const nonsense: (string | Uint8Array<ArrayBuffer>)[] = [
    ...[
      '',
      '9',
      '4',
      '4x',
      '1',
      '2',
      '5',
      '6',
      'b!!!',
      '🜁',
      '47',
      '48["x"]',
      '42',
      '42[]',
      '42{}',
      '42[null]',
    ],
    ...[
      '42[1,2]',
      '42["presence:beat",',
      '42/other,["presence:beat"]',
      '42["call:join"]',
      '421["call:join"]',
    ],
    ...['42["disconnect"]', '42["disconnecting"]', '42["connect"]', '42["error"]', '42["error",{"a":1}]'],
    ...[
      '42["newListener"]',
      '42["removeListener"]',
      '42["__proto__",1]',
      '42["constructor",1]',
      '42["toString"]',
    ],
    ...[
      '42["session:over"]',
      '42["call:incoming",{}]',
      '42["presence:changed",{"userId":"1","state":"standby"}]',
    ],
    ...[
      '41',
      '43',
      '43[]',
      '430[1]',
      '43999999999999999999[1]',
      '44',
      '44{"message":"x"}',
      '40',
      '40[]',
      '40{',
    ],
    ...['40{"__proto__":{"viewer":1}}', '45', '451-["x",{"_placeholder":true,"num":0}]', '45999999-["x"]'],
    ...[
      '451-["x",{"_placeholder":true,"num":7}]',
      '46',
      '461-[1]',
      `42${'['.repeat(8_000)}`,
      `42["${'\\u0000'.repeat(99)}"]`,
    ],
    ...[
      '421e309["call:join",1]',
      '42-1["call:join",1]',
      '42["presence:watch",null]',
      '421["presence:watch","1"]',
    ],
    new Uint8Array([4, 0, 255]),
    new Uint8Array(0),
  ]

  it('never breaks the server, and no answer reveals its inside', async () => {
    const member = await sockets.world.caller()
    for (const packet of nonsense) {
      sockets.skewMs += 10_000
      const page = await opens(await sockets.raw(member))
      page.send(packet)
      page.send(new Uint8Array([1, 2, 3]))
      page.send('429["call:join",{}]')
      await Promise.race([page.closed, page.next((received) => received.startsWith('439'))])
      expect(page.received.join('\n')).not.toMatch(/node_modules|\.[jt]s:\d|Error:/)
      await sockets.drop()
    }
    await stillServes(await opens(await sockets.raw(member)))
  })

  it('is refused, whatever it contains', async () => {
    const page = await sockets.page(await sockets.world.caller())
    const json = fc.jsonValue({ maxDepth: 3 })
    await fc.assert(
      fc.asyncProperty(json, json, json, async (input, callId, token) => {
        sockets.skewMs += 10_000
        expect(await page.emitWithAck('call:join', input as never)).toBe(false)
        expect(await page.emitWithAck('call:join', { callId, token } as never)).toBe(false)
        page.emit('presence:watch', input as never, token as never)
        page.emit('presence:watch', [callId, token] as never, (() => undefined) as never)
        page.emit('presence:beat', ...([input, token] as unknown as []))
      }),
      { numRuns: 100 },
    )
    expect(page.connected).toBe(true)
  })

  it('is no list of members when it is too long, repeats itself or has an unknown id', async () => {
    const broadcaster = await sockets.world.broadcaster()
    const page = await sockets.page(await sockets.world.caller())
    const many = Array.from({ length: 201 }, (_, index) => String(index))
    const received: unknown[] = []
    page.emit('presence:watch', many, (states) => received.push(states))
    page.emit('presence:watch', ['<script>'], (states) => received.push(states))
    expect(
      await page.emitWithAck('presence:watch', [broadcaster.id, broadcaster.id, '999999999999']),
    ).toEqual([{ userId: broadcaster.id, state: 'standby' }])
    expect(received).toEqual([])
    const [socket] = sockets.io.sockets.sockets.values()
    const watched = [...(socket?.rooms ?? [])].filter((room) => room.startsWith('watch:'))
    expect(watched).toEqual([`watch:${broadcaster.id}`, 'watch:999999999999'])
  })
})

it('a page by polls works as one by WebSocket does', async () => {
  const page = await sockets.page(await sockets.world.caller(), ['polling'])
  expect(await page.emitWithAck('call:join', { callId: 'none', token: 'none' })).toBe(false)
  const left = happened(page, 'disconnect')
  page.disconnect()
  await left
})
