// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failureMessage } from '#contract/core/client.ts'
import { uploadBytesMax } from '#contract/images/images.ts'
import { refusalBody } from '#contract/refusals.ts'
import { scaleToFit } from './scale-to-fit.ts'
import { type SentAnswer, sendBytes } from './send-bytes.ts'
import { shrinkImage } from './shrink-image.ts'
import { uploadImage } from './upload-image.ts'

const picture = (bytes = 10) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
const image = { type: 'success', imageId: 'a'.repeat(32), width: 4, height: 3 } as const
const unchanged = async (file: Blob) => file

/** Uploads a picture to a server that answers so. */
const answered = (answer: SentAnswer) =>
  uploadImage(picture(), { id: 'i' }, { shrink: unchanged, send: async () => answer })

afterEach(() => vi.unstubAllGlobals())

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 2048, height: 1536 },
  ],
  [
    { width: 1080, height: 9000 },
    { width: 246, height: 2048 },
  ],
  [
    { width: 9000, height: 1 },
    { width: 2048, height: 1 },
  ],
  [
    { width: 300, height: 200 },
    { width: 300, height: 200 },
  ],
])('%o fits as %o', (size, fitted) => {
  expect(scaleToFit(size, 2048)).toEqual(fitted)
})

describe('an upload', () => {
  test('sends the shrunk picture under its id, and resolves to the image', async () => {
    const small = picture(3)
    const send = vi.fn(async (_address, _bytes, { onSent }) => {
      onSent(0.5)
      onSent(1)
      return { status: 200, body: image }
    })
    const reported: number[] = []
    const options = { id: 'b2c1', onProgress: (fraction: number) => reported.push(fraction) }
    expect(await uploadImage(picture(), options, { shrink: async () => small, send })).toEqual(image)
    expect(send).toHaveBeenCalledWith('/api/upload-image?id=b2c1', small, expect.anything())
    expect(reported).toEqual([0, 0.5, 1])
  })

  test('answers the server’s refusal in its own words, also while the storage is away', async () => {
    for (const code of ['imageUnreadable', 'storageUnavailable'] as const) {
      expect(await answered({ status: 415, body: refusalBody(code) })).toEqual(refusalBody(code))
    }
  })

  test.each<[string, SentAnswer]>([
    ['no answer', null],
    ['a proxy’s page', { status: 502, body: null }],
    ['what isn’t ours', { status: 200, body: { ok: true } }],
  ])('%s is a failure with a sentence', async (_name, answer) => {
    expect(await answered(answer)).toMatchObject({ type: 'error', message: failureMessage })
  })

  test('of a picture that stays too large isn’t begun', async () => {
    const send = vi.fn()
    const large = { size: uploadBytesMax + 1 } as Blob
    const answer = await uploadImage(large, { id: 'i' }, { shrink: unchanged, send })
    expect(answer).toEqual(refusalBody('uploadTooLarge'))
    expect(send).not.toHaveBeenCalled()
  })
})

describe('sending', () => {
  /** A request whose end the test decides. */
  class ManualRequest {
    static last: ManualRequest
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    timeout = 0
    status = 0
    responseText = ''
    onload = () => {}
    onerror = () => {}
    ontimeout = () => {}
    onabort = () => {}
    open = vi.fn()
    send = vi.fn()
    setRequestHeader = vi.fn()
    abort = () => this.onabort()
    constructor() {
      ManualRequest.last = this
    }
  }

  const begin = (signal?: AbortSignal) => {
    vi.stubGlobal('XMLHttpRequest', ManualRequest)
    const reported: number[] = []
    const answer = sendBytes('/x', picture(), {
      timeoutMs: 60_000,
      signal,
      onSent: (part) => reported.push(part),
    })
    return { answer, reported, request: ManualRequest.last }
  }

  test('reports the progress, and resolves to the answer', async () => {
    const { answer, reported, request } = begin()
    request.upload.onprogress?.({ loaded: 25, total: 100 })
    Object.assign(request, { status: 200, responseText: '{"a":1}' })
    request.onload()
    expect(await answer).toEqual({ status: 200, body: { a: 1 } })
    expect(reported).toEqual([0.25])
    expect(request.timeout).toBe(60_000)
  })

  test.each(['onerror', 'ontimeout'] as const)('%s is no answer', async (end) => {
    const { answer, request } = begin()
    request[end]()
    expect(await answer).toBeNull()
  })

  test('is cancelled while it runs, and not begun when it was cancelled before', async () => {
    const controller = new AbortController()
    const { answer } = begin(controller.signal)
    controller.abort()
    expect(await answer).toBeNull()
    const sent = ManualRequest.last
    expect(await begin(controller.signal).answer).toBeNull()
    expect(ManualRequest.last).toBe(sent)
  })
})

test('sends a picture that this browser can’t decode as it is', async () => {
  const heic = picture(999)
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('InvalidStateError')))
  expect(await shrinkImage(heic)).toBe(heic)
})
