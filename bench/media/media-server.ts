/**
 * Our forwarding path in a process of its own: one publication and its subscriptions, each with a meter as a payer
 * has one. Rooms have two participants; this is what they are made of, for as many as watch.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { LiveMedia } from '#adapters/media/embedded/metering/live-media.ts'
import { Meter } from '#adapters/media/embedded/metering/meter.ts'
import { PayerGate } from '#adapters/media/embedded/metering/payer-gate.ts'
import { negotiatePublish, negotiateSubscribe } from '#adapters/media/embedded/signaling/negotiate.ts'
import { parseOffer } from '#adapters/media/embedded/signaling/sdp.ts'
import { Publication } from '#adapters/media/embedded/tracks/publication.ts'
import { Subscription } from '#adapters/media/embedded/tracks/subscription.ts'
import type { Endpoint, TransportEvents } from '#adapters/media/embedded/transport/transport.ts'
import { holdUdpPort } from '#adapters/media/embedded/transport/udp-port.ts'
import { zeroReading } from '#adapters/media/port.ts'

/** As process.ts does. */
const tickEveryMs = 250
const fundedMs = 3_600_000

const bindAddress = '0.0.0.0'
const endpoint: Endpoint = {
  bindAddress,
  udpPort: (await holdUdpPort(0, bindAddress)).udpPort,
  reportFault: (what, error) => console.error(what, error),
}
let publication: Publication | null = null
const subscriptions = new Set<Subscription>()

const quiet: TransportEvents = { opened: () => undefined, received: () => undefined, closed: () => undefined }

const quietGate = { connected: () => undefined, exhausted: () => undefined, moved: () => undefined }

const publish = async (offer: string): Promise<string> => {
  publication = new Publication(negotiatePublish(parseOffer(offer), ['audio', 'video']), endpoint, quiet)
  return (await publication.answer()).answerSdp
}

const subscribe = async (offer: string): Promise<string> => {
  const meter = new Meter({ fundedMs, unprovenMsMax: fundedMs, carried: zeroReading })
  const gate = new PayerGate(meter, new LiveMedia('video'), quietGate)
  const events = { ...quiet, received: (_packet: Buffer, now: number) => void meter.signOfLife(now) }
  const negotiation = negotiateSubscribe(parseOffer(offer), ['audio', 'video'])
  const subscription = new Subscription(negotiation, gate, endpoint, events)
  subscriptions.add(subscription)
  subscription.follow(publication, performance.now())
  return (await subscription.answer()).answerSdp
}

const leave = (): void => {
  publication?.close()
  publication = null
  for (const subscription of subscriptions) subscription.close()
  subscriptions.clear()
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

const server = createServer((request, response) => {
  const answer = async () => {
    if (request.method === 'DELETE') return leave()
    const offer = await bodyOf(request)
    return request.url === '/publish' ? publish(offer) : subscribe(offer)
  }
  answer().then(
    (sdp) => response.writeHead(201).end(sdp),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
setInterval(() => {
  const now = performance.now()
  publication?.tick(now)
  for (const subscription of subscriptions) subscription.tick(now)
}, tickEveryMs)
process.on('disconnect', () => process.exit())
