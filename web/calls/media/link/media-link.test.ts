import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flowing, hangs, link, relay } from '../../testing/scripted-link.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a link with other tracks', () => {
  it.each(['whip', 'whep'] as const)(
    'offers them at once over a fresh peer (%s), and keeps the old one until that is connected',
    async (endpoint) => {
      const { link: made, peers, posts, states, newest, wait } = await flowing(endpoint)
      const [old] = peers
      made.renew()
      await wait(0)
      expect(posts()).toHaveLength(2)
      expect(peers).toHaveLength(2)
      expect(old?.connectionState).toBe('connected')
      // The server has replaced its end of the old one: that is no loss.
      old?.become('failed')
      newest().become('connected')
      expect(old?.connectionState).toBe('closed')
      expect(states).not.toContain('reconnecting')
    },
  )
})

describe('one direction of media', () => {
  it('offers to its endpoint with the bearer token and applies the answer', async () => {
    const { requests, peers, states } = await flowing()
    expect(requests).toEqual([
      { method: 'POST', url: '/api/media/whip/c1', authorization: 'Bearer bearer', keepalive: false },
    ])
    expect(peers[0]?.remoteDescription?.sdp).toBe('answer')
    expect(states).toEqual(['connecting', 'flowing'])
  })

  it('uses the relays of its call', async () => {
    const { relays } = await flowing()
    expect(relays).toEqual([[relay]])
  })

  it('reconnects at once over the same peer when the transport fails, and deletes the old resource', async () => {
    const { newest, peers, requests, states, wait } = await flowing('whep')
    newest().become('failed')
    await wait(0)
    newest().become('connecting')
    newest().become('connected')
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/media/whep/c1',
      'DELETE /api/media/resource/c1/r1',
      'POST /api/media/whep/c1',
    ])
    expect(states).toEqual(['connecting', 'flowing', 'reconnecting', 'flowing'])
    expect(peers).toHaveLength(1)
    expect(newest().restarts).toBe(1)
  })

  it('sends over a fresh peer each time, but creates none for an endpoint that doesn’t answer', async () => {
    const { newest, peers, answers, posts, states, wait } = await flowing('whip')
    answers.push(503, 503)
    newest().become('failed')
    await wait(1)
    expect(posts()).toHaveLength(4)
    expect(peers).toHaveLength(2)
    expect(peers[0]?.connectionState).toBe('closed')
    newest().become('connected')
    expect(states.at(-1)).toBe('flowing')
  })

  it('uses a fresh peer when the browser refuses the answer to a second offer', async () => {
    const { newest, peers, states, wait } = await flowing('whep')
    newest().refusesAnswers = true
    newest().become('failed')
    await wait(1)
    expect(peers).toHaveLength(2)
    expect(peers[0]?.connectionState).toBe('closed')
    newest().become('connected')
    expect(states.at(-1)).toBe('flowing')
  })

  it('uses a fresh peer when the server answers and the transport doesn’t connect', async () => {
    const { newest, peers, wait } = await flowing('whep')
    newest().become('failed')
    newest().iceConnectionState = 'connected'
    await wait(6.5)
    expect(peers).toHaveLength(2)
  })

  it('keeps its peer, and so the last picture, while the server can’t be reached, but not for ever', async () => {
    const { newest, peers, posts, wait } = await flowing('whep')
    newest().become('failed')
    await wait(11)
    expect(posts()).toHaveLength(3)
    expect(peers).toHaveLength(1)
    await wait(2)
    expect(peers).toHaveLength(2)
  })

  it('gives a disconnected transport 2 s to recover by itself', async () => {
    const { newest, posts, wait } = await flowing()
    newest().become('disconnected')
    await wait(1.9)
    newest().become('connected')
    await wait(30)
    expect(posts()).toHaveLength(1)
    newest().become('disconnected')
    await wait(2.5)
    expect(posts()).toHaveLength(2)
  })

  it('reconnects at once when nothing arrives any more', async () => {
    const { link: made, newest, posts, states, wait } = await flowing()
    made.markLost()
    await wait(0)
    expect(posts()).toHaveLength(2)
    expect(states.at(-1)).toBe('reconnecting')
    newest().become('connecting')
    newest().become('connected')
    expect(states.at(-1)).toBe('flowing')
  })

  it('offers again without reporting a loss where nothing is lost', async () => {
    const { link: made, newest, requests, states, wait } = await flowing('whep')
    made.offerAgain()
    await wait(0)
    newest().become('connecting')
    newest().become('connected')
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST'])
    expect(states).toEqual(['connecting', 'flowing', 'flowing'])
  })

  it('continues when packets arrive after all', async () => {
    const { link: made, answers, posts, states, wait } = await flowing('whep')
    answers.push(503, 503)
    made.markLost()
    await wait(0.1)
    expect(states.at(-1)).toBe('reconnecting')
    made.markAlive()
    expect(states.at(-1)).toBe('flowing')
    const before = posts().length
    await wait(30)
    expect(posts()).toHaveLength(before)
  })

  it('retries every 2 s at the latest while the server is away, and never gives up', async () => {
    const { link: made, answers, posts, newest, states, wait } = link()
    answers.push(...Array<number>(20).fill(503))
    made.open()
    await wait(8)
    expect(posts()).toHaveLength(7)
    await wait(20)
    expect(posts()).toHaveLength(17)
    await wait(8)
    newest().become('connected')
    expect(states.at(-1)).toBe('flowing')
  })

  it('retries at once after a hint that the network is back', async () => {
    const { link: made, answers, posts, wait } = await flowing()
    answers.push(...Array<number>(8).fill(503))
    made.markLost()
    await wait(10)
    const before = posts().length
    made.retryNow()
    await wait(0)
    expect(posts()).toHaveLength(before + 1)
  })

  it('replaces a request that hangs on a dead network, but not a fresh one', async () => {
    const { link: made, answers, posts, wait } = await flowing()
    answers.push(hangs, hangs)
    made.markLost()
    await wait(0.5)
    made.retryNow()
    expect(posts()).toHaveLength(2)
    await wait(1)
    made.retryNow()
    await wait(0)
    expect(posts()).toHaveLength(3)
    await wait(5.1)
    expect(posts().length).toBeGreaterThan(3)
  })

  it('retries soon while the partner’s media isn’t there yet', async () => {
    const { link: made, answers, posts, states, wait } = link('whep')
    answers.push(404, 404)
    made.open()
    await wait(1)
    expect(posts()).toHaveLength(3)
    expect(states).toEqual(['connecting', 'waiting', 'waiting'])
  })

  it('offers again when the transport never connects', async () => {
    const { link: made, posts, wait } = link()
    made.open()
    await wait(13)
    expect(posts()).toHaveLength(3)
  })

  it('reports a token that the endpoint refuses', async () => {
    const { link: made, answers, states, wait } = link()
    answers.push(401)
    made.open()
    await wait(0)
    expect(states.at(-1)).toBe('refused')
  })

  it('deletes its resource once, by a request that can outlive the page, and stays closed', async () => {
    const { link: made, newest, requests, posts, wait } = await flowing()
    const peer = newest()
    made.close({ keepalive: true })
    made.close()
    made.markLost()
    made.offerAgain()
    made.retryNow()
    await wait(60)
    expect(peer.connectionState).toBe('closed')
    expect(posts()).toHaveLength(1)
    expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([
      {
        method: 'DELETE',
        url: '/api/media/resource/c1/r1',
        authorization: 'Bearer bearer',
        keepalive: true,
      },
    ])
  })

  it('deletes a resource that is created after it was closed', async () => {
    const { link: made, requests, wait } = link()
    made.open()
    made.close()
    await wait(0)
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })
})
