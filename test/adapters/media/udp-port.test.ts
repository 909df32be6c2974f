import { createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { holdUdpPort } from '#adapters/media/embedded/transport/udp-port.ts'

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

const attribute = (type: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

/** A connectivity check (RFC 8445, 7.2) for a connection that nobody knows. */
const strangersCheck = (): Buffer => {
  const username = attribute(0x0006, Buffer.from('nobody:stranger'))
  const header = Buffer.alloc(20)
  header.writeUInt16BE(1, 0)
  header.writeUInt16BE(username.length + 24, 2)
  header.writeUInt32BE(0x2112a442, 4)
  const signed = Buffer.concat([header, username])
  return Buffer.concat([signed, attribute(0x0008, createHmac('sha1', 'guess').update(signed).digest())])
}

it('lives on when strangers knock, however long ago the port was taken', async () => {
  const { udpPort } = await holdUdpPort(0, '127.0.0.1')
  const stranger = createSocket('udp4')
  const knock = () =>
    new Promise<void>((resolve) => stranger.send(strangersCheck(), udpPort, '127.0.0.1', () => resolve()))
  for (let round = 0; round < 20; round += 1) {
    // Finalizers run after the collection. A process that dies of them fails this whole file.
    collectGarbage()
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.all(Array.from({ length: 20 }, knock))
  }
  stranger.close()
  const taken = createSocket('udp4').bind(udpPort, '127.0.0.1')
  await expect(once(taken, 'listening')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  taken.close()
})
