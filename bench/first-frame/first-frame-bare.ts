import type { Browser, Page } from '@playwright/test'
import { installMarks, type Marks, marksOf, watchFirstFrame } from './first-frame-clock.ts'

/** The start of the measurement: the broadcaster's accept, or the caller's tap, which a script answers at once. */
export type Start = 'accept' | 'tap'

/** The instants of both pages on the way from one start to the caller's first frame. */
export interface Run {
  ofCaller: Marks
  ofBroadcaster: Marks
}

export interface Scene {
  run(start: Start): Promise<Run>
  close(): Promise<void>
}

const frameTimeoutMs = 30_000

declare global {
  interface Window {
    bare: { tap(): void; answer(): void; answersAtOnce: boolean; hasRung: boolean }
  }
}

/**
 * The reference's whole page: one RTCPeerConnection, offer, answer and candidates by the signalling server. Asks
 * for the same devices as the app does.
 */
const installBare = ({ me, other }: { me: string; other: string }): void => {
  const wish = {
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    video: {
      width: { ideal: 640 },
      height: { ideal: 480 },
      frameRate: { ideal: 30 },
      facingMode: { ideal: 'user' },
    },
  }
  const send = (message: object) => fetch(`/to/${other}`, { method: 'POST', body: JSON.stringify(message) })
  let peer: RTCPeerConnection | null = null
  let offer: RTCSessionDescriptionInit | null = null
  const early: RTCIceCandidateInit[] = []
  const open = (): RTCPeerConnection => {
    const opened = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
    opened.onicecandidate = ({ candidate }) => void (candidate && send({ candidate }))
    opened.ontrack = ({ streams }) => {
      const [stream] = streams
      const video = document.querySelector('video')
      if (video && stream && video.srcObject !== stream) video.srcObject = stream
    }
    peer = opened
    return opened
  }
  const addOwn = async (to: RTCPeerConnection) => {
    const stream = await navigator.mediaDevices.getUserMedia(wish)
    for (const track of stream.getTracks()) to.addTrack(track, stream)
  }
  const addEarly = async () => {
    for (const candidate of early.splice(0)) await peer?.addIceCandidate(candidate)
  }
  const tap = async () => {
    window.mark('start')
    const mine = open()
    await addOwn(mine)
    await mine.setLocalDescription()
    await send({ offer: mine.localDescription })
  }
  const answer = async () => {
    window.mark('start')
    const mine = open()
    await addOwn(mine)
    if (offer) await mine.setRemoteDescription(offer)
    await addEarly()
    await mine.setLocalDescription()
    await send({ answer: mine.localDescription })
  }
  const onMessage = async (message: {
    offer?: RTCSessionDescriptionInit
    answer?: RTCSessionDescriptionInit
    candidate?: RTCIceCandidateInit
  }) => {
    if (message.offer) {
      offer = message.offer
      window.bare.hasRung = true
      if (window.bare.answersAtOnce) await answer()
    } else if (message.answer) {
      await peer?.setRemoteDescription(message.answer)
      await addEarly()
    } else if (message.candidate) {
      if (peer?.remoteDescription) await peer.addIceCandidate(message.candidate)
      else early.push(message.candidate)
    }
  }
  window.bare = { tap: () => void tap(), answer: () => void answer(), answersAtOnce: false, hasRung: false }
  addEventListener('DOMContentLoaded', () => {
    const video = document.createElement('video')
    video.autoplay = true
    video.muted = true
    video.playsInline = true
    document.body.append(video)
    const events = new EventSource(`/events/${me}`)
    events.onopen = () => window.mark('listening')
    events.onmessage = ({ data }) => void onMessage(JSON.parse(data))
  })
}

const openPage = async (
  browser: Browser,
  url: string,
  names: { me: string; other: string },
): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await page.addInitScript(installMarks)
  await page.addInitScript(watchFirstFrame, 'video')
  await page.addInitScript(installBare, names)
  return page
}

const arrive = async (page: Page): Promise<void> => {
  await page.goto('/')
  await page.waitForFunction(() => window.marks.listening !== undefined)
}

/** The reference: two pages of one origin, browser to browser. */
export const openBareScene = async (browser: Browser, url: string): Promise<Scene> => {
  const caller = await openPage(browser, url, { me: 'caller', other: 'broadcaster' })
  const broadcaster = await openPage(browser, url, { me: 'broadcaster', other: 'caller' })
  return {
    run: async (start) => {
      await Promise.all([arrive(caller), arrive(broadcaster)])
      if (start === 'tap')
        await broadcaster.evaluate(() => void Object.assign(window.bare, { answersAtOnce: true }))
      await caller.evaluate(() => window.bare.tap())
      if (start === 'accept') {
        await broadcaster.waitForFunction(() => window.bare.hasRung)
        await broadcaster.evaluate(() => window.bare.answer())
      }
      await caller.waitForFunction(() => window.marks['first frame'] !== undefined, null, {
        timeout: frameTimeoutMs,
      })
      const run = { ofCaller: await marksOf(caller), ofBroadcaster: await marksOf(broadcaster) }
      // Cameras and connections of the last run are gone before the next.
      await Promise.all([caller.goto('about:blank'), broadcaster.goto('about:blank')])
      return run
    },
    close: async () => {
      await Promise.all([caller.context().close(), broadcaster.context().close()])
    },
  }
}
