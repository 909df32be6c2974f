import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { holdUdpPort } from '#adapters/media/embedded/transport/udp-port.ts'
import { writeCheck } from './support/connectivity-check.ts'

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

it('lives on when strangers knock, however long ago the port was taken', async () => {
  const { udpPort } = await holdUdpPort(0, '127.0.0.1')
  const stranger = createSocket('udp4')
  const knock = () =>
    new Promise<void>((resolve) =>
      stranger.send(writeCheck('nobody:stranger', 'guess'), udpPort, '127.0.0.1', () => resolve()),
    )
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
