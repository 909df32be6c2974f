import type { Page } from '@playwright/test'

/** Instants of one page by name, in milliseconds of the one clock that all pages of this machine share. */
export type Marks = Record<string, number>

declare global {
  interface Window {
    marks: Marks
    mark(name: string): void
  }
}

/** Runs inside every page before its own scripts. Notes the first time each thing happens on the way to a picture. */
export const installMarks = (): void => {
  const marks: Marks = {}
  window.marks = marks
  window.mark = (name) => {
    if (marks[name] !== undefined) return
    marks[name] = performance.timeOrigin + performance.now()
    // A recorded trace shows it.
    performance.mark(name)
  }
  const { mark } = window

  // Plain http to anything but localhost has none.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices) {
    const getUserMedia = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (wish) => {
      mark('camera asked')
      const stream = await getUserMedia(wish)
      mark('camera there')
      return stream
    }
  }
  const fetched = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const what = /\/(whip|whep|open-call-line|accept-call|send-call-request)\b/.exec(String(input))?.[1]
    if (what) mark(`${what} asked`)
    const response = await fetched(input, init)
    if (what) mark(`${what} answered`)
    return response
  }
  const Peer = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Peer {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      mark('first peer made')
      this.addEventListener('track', ({ track }) => track.kind === 'video' && mark('track'))
      this.addEventListener('connectionstatechange', () => {
        if (this.connectionState === 'connected') mark('connection up')
      })
    }
  }
}

/** Runs inside the page: notes the first frame of the first video that fits. */
export const watchFirstFrame = (selector: string): void => {
  const watched = new WeakSet<HTMLVideoElement>()
  const look = () => {
    for (const video of document.querySelectorAll<HTMLVideoElement>(selector)) {
      if (watched.has(video)) continue
      watched.add(video)
      window.mark('video element')
      video.requestVideoFrameCallback(() => window.mark('first frame'))
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
}

export const marksOf = (page: Page): Promise<Marks> => page.evaluate(() => window.marks)
