import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { IceUdpMuxListener } from 'node-datachannel'

/** Between finding a free port and taking it another program may be faster. */
const attemptsMax = 5

export interface HeldUdpPort {
  udpPort: number
}

/**
 * For the life of the process: the library calls a listener for every connectivity check of a closed connection or of
 * a stranger. A listener that the garbage collector has freed ends the process at the next such check.
 */
const held: IceUdpMuxListener[] = []

/**
 * Binds the one UDP port for all connections and holds it while there are none; 0 takes any free one.
 * Throws with a sentence for the operator when the port or the address isn't available.
 */
export const holdUdpPort = async (wanted: number, bindAddress: string): Promise<HeldUdpPort> => {
  for (let attempt = 1; ; attempt++) {
    const udpPort = await probe(wanted, bindAddress)
    try {
      held.push(new IceUdpMuxListener(udpPort, bindAddress))
      return { udpPort }
    } catch (error) {
      if (wanted !== 0 || attempt >= attemptsMax) throw error
    }
  }
}

/** Binds the port for a moment: the ICE library can't say why it failed to. */
const probe = async (wanted: number, bindAddress: string): Promise<number> => {
  const socket = createSocket({ type: isIPv6(bindAddress) ? 'udp6' : 'udp4' })
  try {
    socket.bind({ port: wanted, address: bindAddress, exclusive: true })
    await once(socket, 'listening')
    return socket.address().port
  } catch (error) {
    throw new Error(reasonOf(error, wanted, bindAddress), { cause: error })
  } finally {
    await new Promise<void>((resolve) => socket.close(() => resolve()))
  }
}

const reasonOf = (error: unknown, port: number, address: string): string => {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `通話サーバーの UDP ポート ${port} は、ほかのプログラムが使っています（MEDIA_UDP_PORT、MEDIA_PROCESSES）。`
    case 'EACCES':
      return `通話サーバーの UDP ポート ${port} を開く権限がありません（MEDIA_UDP_PORT、MEDIA_PROCESSES）。`
    default:
      return `通話サーバーはアドレス ${address} で待ち受けできません（MEDIA_BIND_ADDRESS）。`
  }
}
