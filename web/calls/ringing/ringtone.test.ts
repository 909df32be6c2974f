import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A browser that keeps pages silent until they are touched. */
const browser = () => {
  let isTouched = false
  const struck: number[] = []
  class FakeContext extends EventTarget {
    state: AudioContextState = 'suspended'
    currentTime = 0
    destination = {}
    #waiting: (() => void)[] = []
    createGain = () => ({
      context: this,
      gain: {
        setValueAtTime: vi.fn(),
        linearRampToValueAtTime: vi.fn(),
        exponentialRampToValueAtTime: vi.fn(),
      },
      connect: vi.fn(),
      disconnect: vi.fn(),
    })
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: vi.fn(),
      start: (at: number) => struck.push(at),
      stop: vi.fn(),
    })
    resume = () =>
      new Promise<void>((resolve) => {
        if (!isTouched) return this.#waiting.push(resolve)
        this.#become('running')
        resolve()
        for (const go of this.#waiting.splice(0)) go()
      })
    suspend = async () => this.#become('suspended')
    #become(state: AudioContextState) {
      if (this.state === state) return
      this.state = state
      this.dispatchEvent(new Event('statechange'))
    }
  }
  const page = new EventTarget()
  const vibrate = vi.fn()
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {
    vibrate,
    get userActivation() {
      return { hasBeenActive: isTouched }
    },
  })
  const touch = () => {
    isTouched = true
    page.dispatchEvent(new Event('pointerup'))
  }
  return { struck, touch, vibrate }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ring = async () => {
  const { startRingtone } = await import('./ringtone.ts')
  const reported: boolean[] = []
  const ringtone = startRingtone('incoming', (isBlocked) => reported.push(isBlocked))
  return { ringtone, reported }
}

test('reports a page that was never touched, and rings after any touch', async () => {
  const { struck, touch } = browser()
  const { ringtone, reported } = await ring()
  await wait(5_000)
  expect(struck).toEqual([])
  expect(reported).toEqual([true])
  touch()
  await wait(0)
  expect(reported).toEqual([true, false])
  expect(struck).toHaveLength(3)
  await wait(2_400)
  expect(struck).toHaveLength(6)
  ringtone.stop()
  await wait(10_000)
  expect(struck).toHaveLength(6)
})

test('rings much later after one first touch of the page, which makes no sound by itself', async () => {
  const { struck, touch } = browser()
  const { ringAudio } = await import('./ring-audio.ts')
  ringAudio.unlockOnFirstGesture()
  touch()
  await wait(60_000)
  expect(struck).toEqual([])
  expect(ringAudio.context()?.state).toBe('suspended')
  const { ringtone, reported } = await ring()
  await wait(1_000)
  expect(struck).toHaveLength(3)
  expect(reported).not.toContain(true)
  ringtone.stop()
  expect(ringAudio.context()?.state).toBe('suspended')
})

test('vibrates with the ring from the first touch on, and stops at the end', async () => {
  const { touch, vibrate } = browser()
  const { startVibration } = await import('./ringtone.ts')
  const stop = startVibration()
  await wait(2_400)
  expect(vibrate).not.toHaveBeenCalled()
  touch()
  await wait(2_400)
  expect(vibrate).toHaveBeenCalledWith([500, 250, 500, 1_150])
  stop()
  expect(vibrate).toHaveBeenLastCalledWith(0)
  const { length } = vibrate.mock.calls
  await wait(10_000)
  expect(vibrate.mock.calls).toHaveLength(length)
})
