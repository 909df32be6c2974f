import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { chromium, type Page } from '@playwright/test'
import { installedChromium } from '#scripts/checks/chromium.ts'

/** What a real browser makes of the media it receives. */
export interface Received {
  framesDecoded: number
  keyFramesDecoded: number
  freezes: number
  audioEnergy: number
  width: number
  hasVideo: boolean
  pictureLossesSent: number
}

export interface WhipRequest {
  method: string
  path: string
  authorization: string | undefined
}

export interface Receiver {
  whipUrl: string
  requests: readonly WhipRequest[]
  /** The next offers are answered with this status instead, as by a faulty endpoint. */
  failNext(status: number, times: number): void
  /** Of the newest connection. */
  received(): Promise<Received>
  /** Resolves once `condition` holds; polled by the browser's own clock. */
  until(condition: (received: Received) => boolean, withinMs: number): Promise<Received>
  /** Makes the browser request a keyframe, as it does after an unrecoverable loss. */
  askForKeyframe(): Promise<void>
  close(): Promise<void>
}

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]

/** The page's part: answers an offer, plays what comes, and lets a worker request keyframes. */
const pageScript = `<!doctype html><video autoplay playsinline></video><script>
const worker = new Worker(URL.createObjectURL(new Blob([\`
  onrtctransform = ({ transformer }) => {
    transformer.readable.pipeTo(transformer.writable)
    if (transformer.options.kind === 'video') onmessage = () => transformer.sendKeyFrameRequest().catch(() => {})
  }
\`])))
let peer
async function answer(offer) {
  peer?.close()
  peer = new RTCPeerConnection()
  const stream = new MediaStream()
  document.querySelector('video').srcObject = stream
  peer.ontrack = ({ track, receiver }) => {
    receiver.transform = new RTCRtpScriptTransform(worker, { kind: track.kind })
    stream.addTrack(track)
  }
  await peer.setRemoteDescription({ type: 'offer', sdp: offer })
  await peer.setLocalDescription(await peer.createAnswer())
  while (peer.iceGatheringState !== 'complete') await new Promise((done) => (peer.onicegatheringstatechange = done))
  return peer.localDescription.sdp
}
async function received() {
  const inbound = [...(await peer.getStats()).values()].filter(({ type }) => type === 'inbound-rtp')
  const video = inbound.find(({ kind }) => kind === 'video')
  const audio = inbound.find(({ kind }) => kind === 'audio')
  return {
    framesDecoded: video?.framesDecoded ?? 0,
    keyFramesDecoded: video?.keyFramesDecoded ?? 0,
    freezes: video?.freezeCount ?? 0,
    audioEnergy: audio?.totalAudioEnergy ?? 0,
    width: video?.frameWidth ?? 0,
    hasVideo: Boolean(video),
    pictureLossesSent: video?.pliCount ?? 0,
  }
}
</script>`

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

/** A WHIP endpoint whose media end is a page in headless Chromium. */
export async function startReceiver(): Promise<Receiver> {
  const browser = await chromium.launch({
    executablePath: installedChromium(),
    args: chromiumFlags,
  })
  const requests: WhipRequest[] = []
  let page: Page | undefined
  let faults = { status: 500, left: 0 }
  let offers = 0

  const post = async (request: IncomingMessage, response: ServerResponse) => {
    offers += 1
    const resource = `/resource/${offers}`
    const offer = await bodyOf(request)
    if (faults.left > 0) {
      faults.left -= 1
      response.writeHead(faults.status).end()
      return
    }
    const sdp = await page?.evaluate(`answer(${JSON.stringify(offer)})`)
    response.writeHead(201, { 'content-type': 'application/sdp', location: resource })
    response.end(sdp)
  }
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageScript)
      return
    }
    requests.push({ method, path, authorization: headers.authorization })
    if (method === 'POST') post(request, response).catch(() => response.writeHead(500).end())
    else response.writeHead(200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const opened = await browser.newPage()
  page = opened
  await opened.goto(origin)

  const received = () => opened.evaluate('received()') as Promise<Received>
  return {
    whipUrl: `${origin}/whip/call-1`,
    requests,
    failNext: (status, times) => {
      faults = { status, left: times }
    },
    received,
    async until(condition, withinMs) {
      const deadline = performance.now() + withinMs
      for (;;) {
        const now = await received()
        if (condition(now)) return now
        if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(now)}`)
        await opened.evaluate('new Promise((done) => setTimeout(done, 50))')
      }
    },
    askForKeyframe: () => opened.evaluate('worker.postMessage(0)'),
    async close() {
      await browser.close()
      server.close()
      await once(server, 'close')
    },
  }
}
