// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useWakeLock } from '#web/shell/use-wake-lock.ts'
import { Dialling, Incoming } from '../before-call/before-call.tsx'
import { EarlyPicture } from '../before-call/early-picture.tsx'
import {
  allowSound,
  createRemoteElement,
  RemoteMedia,
  UnmuteButton,
  usePlayback,
} from '../in-call/remote-media.tsx'
import { SelfView } from '../in-call/self-view.tsx'
import type { CallSession } from '../session/call-session.ts'
import { emptyView } from '../session/call-view.ts'

vi.mock('./use-ringing.ts', () => ({
  useRinging: () => ({ isBlocked: false, unblock: () => undefined }),
  useTitleBlink: () => undefined,
  useHiddenRing: () => undefined,
}))

vi.mock('../before-call/first-call-offer.tsx', () => ({ FirstCallOffer: () => null }))

/** What a browser would show, rendered again by each `draw`. */
const screen = () => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return {
    draw: (node: ReactNode) => act(async () => root.render(node)),
    press: (name: string) =>
      act(async () =>
        [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))?.click(),
      ),
    text: () => place.textContent,
    find: (selector: string) => place.querySelector(selector),
    clear: () => act(async () => root.unmount()),
  }
}

const Player = ({ element, stream }: { element: HTMLVideoElement; stream: MediaStream }) => {
  const { isSilenced, unmute } = usePlayback(element, { remote: stream, soundTrackId: null })
  return isSilenced ? <UnmuteButton onClick={unmute} /> : <p>聞こえています</p>
}

const Lit = () => {
  useWakeLock(true)
  return null
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

describe('the element that plays the partner', () => {
  it('plays inline and by itself, pictures too, because a voice call may become a video call', () => {
    const element = createRemoteElement()
    expect(element.tagName).toBe('VIDEO')
    expect(element.hasAttribute('playsinline')).toBe(true)
    expect(element.autoplay).toBe(true)
    expect(element.muted).toBe(false)
  })

  it('is the same one on the screen through all stages of the call', async () => {
    const element = createRemoteElement()
    const page = screen()
    await page.draw(<RemoteMedia element={element} label="みおさんの映像" className="remote" />)
    expect(page.find('video[aria-label$="さんの映像"]')).toBe(element)
    await page.clear()
    expect(element.isConnected).toBe(false)
  })

  it('of the own picture is inline and muted', async () => {
    const page = screen()
    await page.draw(<SelfView stream={null} isCameraOn />)
    const own = page.find('video') as HTMLVideoElement
    expect(own.playsInline || own.hasAttribute('playsinline')).toBe(true)
    expect(own.muted).toBe(true)
  })
})

describe('the tap that begins a call', () => {
  const person = { name: 'みお', avatarId: null, rates: { video: 200, voice: 140 } }
  const begin = () => {
    const done: string[] = []
    const element = createRemoteElement()
    vi.spyOn(element, 'play').mockImplementation(async () => void done.push('play'))
    const session = {
      answer: () => done.push('answer'),
      dial: (rate: number | null) => done.push(`dial ${rate}`),
    } as unknown as CallSession
    const props = {
      session,
      person,
      kind: 'video' as const,
      origin: 'direct' as const,
      isCaller: true,
      early: null,
      onTap: () => allowSound(element),
    }
    return { done, props }
  }

  it('allows the partner’s sound before it answers', async () => {
    const { done, props } = begin()
    const page = screen()
    const view = { ...emptyView, stage: { name: 'incoming' as const } }
    await page.draw(<Incoming {...props} isCaller={false} view={view} />)
    await page.press('応答する')
    expect(done).toEqual(['play', 'answer'])
  })

  it('allows the partner’s sound before it dials, at the price on the button', async () => {
    const { done, props } = begin()
    const page = screen()
    await page.draw(<Dialling {...props} view={{ ...emptyView, stage: { name: 'confirm' } }} />)
    expect(page.text()).toContain('ビデオ通話をかける')
    await page.press('ビデオ通話をかける')
    expect(done).toEqual(['play', 'dial 200'])
  })
})

describe('a screen that rings', () => {
  const stream = new MediaStream()
  const props = {
    session: {} as CallSession,
    person: { name: 'みお', avatarId: null, rates: null },
    kind: 'video' as const,
    origin: 'direct' as const,
    isCaller: false,
    onTap: () => undefined,
  }

  it.each([
    ['dials', Dialling, 'ringing'],
    ['rings', Incoming, 'incoming'],
  ] as const)(
    'and %s has the element that will show the partner, which isn’t muted where sound isn’t allowed yet',
    async (_what, Screen, name) => {
      const element = createRemoteElement()
      const play = vi
        .spyOn(element, 'play')
        .mockRejectedValue(new DOMException('touch first', 'NotAllowedError'))
      const page = screen()
      const view = { ...emptyView, stage: { name } }
      const early = <EarlyPicture element={element} stream={stream} name="みお" />
      await page.draw(<Screen {...props} view={view} early={early} />)
      expect(page.find('video[aria-label="みおさんの映像"]')).toBe(element)
      expect(element.srcObject).toBe(stream)
      expect(play).toHaveBeenCalled()
      expect(element.muted).toBe(false)
    },
  )
})

describe('a browser that lets no page play sound by itself', () => {
  it('shows the picture at once, and a button that turns the sound on', async () => {
    const element = createRemoteElement()
    const wasMuted: boolean[] = []
    vi.spyOn(element, 'play').mockImplementation(async () => {
      wasMuted.push(element.muted)
      if (wasMuted.length === 1) throw new DOMException('touch first', 'NotAllowedError')
    })
    const page = screen()
    await page.draw(<Player element={element} stream={new MediaStream()} />)
    expect(page.text()).toBe('タップして音声を聞く')
    expect(wasMuted).toEqual([false, true])
    await page.press('タップして音声を聞く')
    expect(wasMuted).toEqual([false, true, false])
    expect(page.text()).toBe('聞こえています')
  })

  it('keeps the button on the next screen of the same call', async () => {
    const element = createRemoteElement()
    vi.spyOn(element, 'play').mockImplementation(async () => {
      if (!element.muted) throw new DOMException('touch first', 'NotAllowedError')
    })
    const stream = new MediaStream()
    const fullScreen = screen()
    await fullScreen.draw(<Player element={element} stream={stream} />)
    await fullScreen.clear()
    const bar = screen()
    await bar.draw(<Player element={element} stream={stream} />)
    expect(bar.text()).toBe('タップして音声を聞く')
  })

  it('offers the button again when the touch wasn’t enough', async () => {
    const element = createRemoteElement()
    vi.spyOn(element, 'play').mockImplementation(async () => {
      if (!element.muted) throw new DOMException('touch first', 'NotAllowedError')
    })
    const page = screen()
    await page.draw(<Player element={element} stream={new MediaStream()} />)
    await page.press('タップして音声を聞く')
    expect(page.text()).toBe('タップして音声を聞く')
  })
})

describe('the screen of a call', () => {
  it('stays lit, is lit again when the page is shown again, and is released with the call', async () => {
    const released = vi.fn(async () => undefined)
    const request = vi.fn(async () => ({ release: released }))
    vi.stubGlobal('navigator', { wakeLock: { request } })
    const page = screen()
    await page.draw(<Lit />)
    expect(request).toHaveBeenCalledTimes(1)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(request).toHaveBeenCalledTimes(1)
    visibility.mockReturnValue('visible')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(request).toHaveBeenCalledTimes(2)
    await page.clear()
    expect(released).toHaveBeenCalled()
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(request).toHaveBeenCalledTimes(2)
  })
})
