import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { readCheck, withTiebreaker } from '#adapters/media/embedded/transport/stun.ts'
import type { RtpClient } from './rtp-client.ts'

/** An answer comes within a millisecond. After this time there is none. */
const answerMsMax = 500

const attributeOf = (type: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

/**
 * A connectivity check of a client that is in control (RFC 8445, 7.1), signed with a password.
 *
 * @param userName the server's user fragment and the client's, with a colon between them
 * @param transaction 12 bytes, which the answer repeats
 */
export const writeCheck = (userName: string, password: string, transaction = randomBytes(12)): Buffer => {
  const attributes = Buffer.concat([
    attributeOf(0x0006, Buffer.from(userName)),
    // PRIORITY, ICE-CONTROLLING, MESSAGE-INTEGRITY and FINGERPRINT; what is zero is filled in below.
    attributeOf(0x0024, Buffer.from('6e0001ff', 'hex')),
    attributeOf(0x802a, Buffer.alloc(8)),
    attributeOf(0x0008, Buffer.alloc(20)),
    attributeOf(0x8028, Buffer.alloc(4)),
  ])
  const header = Buffer.concat([Buffer.from('000100002112a442', 'hex'), transaction])
  header.writeUInt16BE(attributes.length, 2)
  const unsigned = Buffer.concat([header, attributes])
  const check = readCheck(unsigned)
  if (!check) throw new Error('the check cannot be read')
  return withTiebreaker(unsigned, check, randomBytes(8).readBigUInt64BE(), password)
}

/** The library answers checks from a few addresses only, so the checks for one client all come from one. */
const sockets = new WeakMap<RtpClient, Socket>()
const socketFor = (client: RtpClient): Socket => {
  const socket = sockets.get(client) ?? createSocket('udp4').unref()
  sockets.set(client, socket)
  return socket
}

/** Whether the server still has this client's connection: then it answers a connectivity check for it. */
export const isServed = async (client: RtpClient): Promise<boolean> => {
  const { answer, stunUserName } = client
  const password = /^a=ice-pwd:(\S+)/m.exec(answer)?.[1] ?? ''
  const [, address, port] = /^a=candidate:(?:\S+ ){4}(\S+) (\d+) typ host/m.exec(answer) ?? []
  const transaction = randomBytes(12)
  const socket = socketFor(client)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const listen = (response: Buffer) => {
    if (response.readUInt16BE(0) === 0x0101 && response.subarray(8, 20).equals(transaction)) resolve(true)
  }
  socket.on('message', listen)
  socket.send(writeCheck(stunUserName, password, transaction), Number(port), address)
  AbortSignal.timeout(answerMsMax).addEventListener('abort', () => resolve(false))
  const isAnswered = await promise
  socket.off('message', listen)
  return isAnswered
}
