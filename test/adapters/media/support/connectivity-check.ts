import { createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { crc32 } from 'node:zlib'
import type { RtpClient } from './rtp-client.ts'

/** An answer comes within a millisecond. After this time there is none. */
const answerMsMax = 500

const attributeOf = (type: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

/** The datagram so far, whose header counts on to the end of the attribute that is about to be added. */
const countingUpTo = (datagram: Buffer, attributeBytes: number): Buffer => {
  const counting = Buffer.from(datagram)
  counting.writeUInt16BE(datagram.length - 20 + attributeBytes, 2)
  return counting
}

/** A signed STUN binding request (RFC 8445, 7; RFC 8489, 14). */
const writeCheck = (transaction: Buffer, userName: string, password: string): Buffer => {
  const request = Buffer.concat([
    Buffer.from('000100002112a442', 'hex'),
    transaction,
    attributeOf(0x0006, Buffer.from(userName)),
    attributeOf(0x0024, Buffer.from('6e0001ff', 'hex')),
    attributeOf(0x802a, randomBytes(8)),
  ])
  const toSign = countingUpTo(request, 24)
  const signature = createHmac('sha1', password).update(toSign).digest()
  const signed = Buffer.concat([request, attributeOf(0x0008, signature)])
  const toSum = countingUpTo(signed, 8)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE((crc32(toSum) ^ 0x5354554e) >>> 0)
  return Buffer.concat([toSum, attributeOf(0x8028, sum)])
}

/** Whether the server still has this client's connection: then it answers a connectivity check for it. */
export const isServed = async ({ answer, stunUserName }: RtpClient): Promise<boolean> => {
  const password = /^a=ice-pwd:(\S+)/m.exec(answer)?.[1] ?? ''
  const [, address, port] = /^a=candidate:(?:\S+ ){4}(\S+) (\d+) typ host/m.exec(answer) ?? []
  const transaction = randomBytes(12)
  const socket = createSocket('udp4')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.on('message', (response) => {
    if (response.readUInt16BE(0) === 0x0101 && response.subarray(8, 20).equals(transaction)) resolve(true)
  })
  socket.send(writeCheck(transaction, stunUserName, password), Number(port), address)
  AbortSignal.timeout(answerMsMax).addEventListener('abort', () => resolve(false))
  try {
    return await promise
  } finally {
    socket.close()
  }
}
