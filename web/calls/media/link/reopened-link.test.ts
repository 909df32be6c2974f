import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flowing, hangs, link } from '../../testing/scripted-link.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a link whose end the media server lost', () => {
  it.each(['whip', 'whep'] as const)(
    'is made again at once, without waiting for silence (%s)',
    async (endpoint) => {
      const { reopen, newest, requests, states, wait } = await flowing(endpoint)
      reopen()
      await wait(0)
      newest().become('connecting')
      newest().become('connected')
      // What is gone with its process needs no DELETE.
      expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST'])
      expect(states.at(-1)).toBe('flowing')
    },
  )

  it('keeps what works until its successor is connected, should that be said late or wrongly', async () => {
    const { answers, reopen, newest, peers, states, wait } = await flowing('whip')
    const [healthy] = peers
    answers.push(503, 503)
    reopen()
    await wait(0.1)
    expect(healthy?.connectionState).toBe('connected')
    await wait(2)
    expect(states).not.toContain('reconnecting')
    newest().become('connected')
    expect(healthy?.connectionState).toBe('closed')
    expect(states.at(-1)).toBe('flowing')
  })

  it('offers now when it was about to wait', async () => {
    const { link: made, answers, reopen, posts, wait } = await flowing('whep')
    answers.push(503, 503, 503, 503)
    made.markLost()
    await wait(2)
    const before = posts().length
    reopen()
    await wait(0)
    expect(posts()).toHaveLength(before + 1)
  })

  it('doesn’t wait for a transport that the lost process answered', async () => {
    const { link: made, reopen, posts, wait } = link('whip')
    made.open()
    await wait(0)
    reopen()
    await wait(0)
    expect(posts()).toHaveLength(2)
  })

  it('makes one offer, however often it is said while that is on its way', async () => {
    const { answers, reopen, posts, wait } = await flowing('whep')
    answers.push(hangs)
    for (let times = 0; times < 5; times++) reopen()
    await wait(1)
    expect(posts()).toHaveLength(2)
  })

  it('listens no longer when it is closed', async () => {
    const { link: made, reopen, posts, wait } = await flowing('whep')
    made.close()
    reopen()
    await wait(10)
    expect(posts()).toHaveLength(1)
  })
})
