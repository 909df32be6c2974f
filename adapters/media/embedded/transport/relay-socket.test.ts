import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { openRelaySocket, RelaySocket } from './relay-socket.ts'
import { readCheck, withTiebreaker } from './stun.ts'

/** RFC 5769, 2.1: a check for evtj, signed with this password. */
const password = 'VOkJxbRl1RmTxUk/WvJxBt'
const plainCheck = Buffer.from(
  '000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff' +
    '80290008932ff9b151263b36000600096576746a3a68367659202020' +
    '000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf',
  'hex',
)
const signedBy = (word: string, plain = plainCheck): Buffer => {
  const check = readCheck(plain)
  if (!check) throw new Error('no check')
  return withTiebreaker(plain, check, 0n, word)
}
const zeroCheck = signedBy(password)
/** A check for another connection, whose user fragment is as long. */
const otherCheck = signedBy(
  'the other password',
  Buffer.from(plainCheck.toString('latin1').replace('evtj', 'jtve'), 'latin1'),
)

const thirdCheck = signedBy(
  'a third password',
  Buffer.from(plainCheck.toString('latin1').replace('evtj', 'tvej'), 'latin1'),
)

const sockets: Socket[] = []
const faults: unknown[] = []
const reportFault = (what: string, error: unknown) => void faults.push(what, error)
let relay: RelaySocket | null = null
afterEach(() => {
  relay?.close()
  for (const socket of sockets.splice(0)) socket.close()
  expect(faults.splice(0)).toEqual([])
})

const bound = async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'listening')
  return socket
}
const heardBy = async (socket: Socket) => {
  const [datagram, from] = (await once(socket, 'message')) as [Buffer, RemoteInfo]
  return { datagram, from }
}

/** A media port and a browser's address at a relay, with the relay socket between them. */
const setUp = async () => {
  const [media, relayed] = [await bound(), await bound()]
  const place = { udpPort: media.address().port, bindAddress: '127.0.0.1' }
  const opened = await openRelaySocket(0, place, reportFault)
  relay = opened
  opened.admit('evtj', password)
  return {
    media,
    relayed,
    relay: opened,
    send: (what: Buffer) => relayed.send(what, opened.port, '127.0.0.1'),
  }
}

describe('the socket for browsers behind a relay', () => {
  it('gives a check with a zero another tiebreaker, and passes everything on, both ways', async () => {
    const { media, relayed, send } = await setUp()
    send(zeroCheck)
    const first = await heardBy(media)
    expect(readCheck(first.datagram)).toMatchObject({ receiver: 'evtj', hasZeroTiebreaker: false })

    const back = heardBy(relayed)
    media.send('to the browser', first.from.port, '127.0.0.1')
    expect((await back).datagram.toString()).toBe('to the browser')

    send(Buffer.from('media of the browser'))
    const second = await heardBy(media)
    expect(second.datagram.toString()).toBe('media of the browser')
    expect(second.from.port).toBe(first.from.port)
  })

  it('forwards nothing without a check of an open connection, signed with its password', async () => {
    const { media, send, relay: own } = await setUp()
    send(Buffer.from('media of nobody'))
    send(plainCheck)
    send(signedBy('another'))
    own.delete('evtj')
    send(zeroCheck)
    own.admit('evtj', password)
    send(zeroCheck)
    const only = await heardBy(media)
    expect(readCheck(only.datagram)).toMatchObject({ receiver: 'evtj' })
  })

  it('forwards to the connection of the latest check where several use one address in turn', async () => {
    const { media, send, relay: own } = await setUp()
    own.admit('jtve', 'the other password')
    const ports: number[] = []
    for (const [check, receiver] of [
      [zeroCheck, 'evtj'],
      [otherCheck, 'jtve'],
      [zeroCheck, 'evtj'],
    ] as const) {
      send(check)
      const { datagram, from } = await heardBy(media)
      expect(readCheck(datagram)).toMatchObject({ receiver, hasZeroTiebreaker: false })
      ports.push(from.port)
    }
    expect(ports[1]).not.toBe(ports[0])
    own.delete('jtve')
    send(Buffer.from('media of the first'))
    const { datagram, from } = await heardBy(media)
    expect(datagram.toString()).toBe('media of the first')
    expect(from.port).toBe(ports[2])
  })

  it('opens a bounded number of sockets for who alternates two connections on one address', async () => {
    const { media, send, relay: own } = await setUp()
    own.admit('jtve', 'the other password')
    own.admit('tvej', 'a third password')
    const ports = new Set<number>()
    const isThrough = new Promise<void>((resolve) => {
      media.on('message', (datagram, { port }) => {
        if (readCheck(datagram)?.receiver === 'tvej') resolve()
        else ports.add(port)
      })
    })
    for (let turn = 0; turn < 100; turn += 1) {
      send(zeroCheck)
      send(otherCheck)
    }
    // Behind all of those: another connection has openings of its own.
    send(thirdCheck)
    await isThrough
    expect(ports.size).toBeGreaterThan(12)
    expect(ports.size).toBeLessThan(70)
  })

  it('ignores a datagram that names no port to answer to', async () => {
    const media = await bound()
    const socket = await bound()
    sockets.splice(sockets.indexOf(socket), 1)
    relay = new RelaySocket(socket, { udpPort: media.address().port, bindAddress: '127.0.0.1' }, reportFault)
    relay.admit('evtj', password)
    const from = { address: '127.0.0.1', family: 'IPv4', size: zeroCheck.length }
    const relayed = await bound()
    socket.emit('message', zeroCheck, { ...from, port: 0 })
    socket.emit('message', zeroCheck, { ...from, port: relayed.address().port })
    const first = await heardBy(media)
    const back = heardBy(relayed)
    media.send('to the browser', first.from.port, '127.0.0.1')
    expect((await back).datagram.toString()).toBe('to the browser')
  })

  it('closes with its connection', async () => {
    const { media, send, relay: own } = await setUp()
    send(zeroCheck)
    await heardBy(media)
    own.delete('evtj')
    send(Buffer.from('late'))
    own.admit('evtj', password)
    send(zeroCheck)
    expect(readCheck((await heardBy(media)).datagram)).toMatchObject({ receiver: 'evtj' })
  })

  it('is announced beside each candidate of the media port, after it', async () => {
    const { media, relay: own } = await setUp()
    const { port } = media.address()
    const candidates = [
      `1 1 UDP 2114977791 192.0.2.2 ${port} typ host`,
      `p 1 UDP 2130706431 2001:db8::5 40100 typ host`,
    ]
    expect(own.candidatesBeside(candidates)).toEqual([
      `relayed 1 UDP 2114945023 192.0.2.2 ${own.port} typ host`,
      `relayed 1 UDP 2130673663 2001:db8::5 ${40100 + own.port - port} typ host`,
    ])
  })

  it('names the setting when its port is taken', async () => {
    const { media } = await setUp()
    const { port } = media.address()
    const place = { udpPort: port, bindAddress: '127.0.0.1' }
    await expect(openRelaySocket(port, place, reportFault)).rejects.toThrow(
      `中継用の UDP ポート ${port} を使えません`,
    )
  })
})
