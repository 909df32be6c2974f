import { describe, expect, it } from 'vitest'
import { iceServersFor, turnCredential } from './ice-servers.ts'

const now = Date.UTC(2026, 10, 21)
const context = {
  config: { turn: { urls: ['turn:a', 'turns:b?transport=tcp'], secret: 'north' } },
  secret: Buffer.from('of the app'),
  now: () => now,
}
const onlyOf = (of: typeof context, roomId: string, memberId: string) => {
  const [server] = iceServersFor(of, { roomId, memberId })
  if (!server) throw new Error('no relay')
  return server
}

describe('a credential for the relay', () => {
  // By OpenSSL: printf %s 1795305599:mio | openssl dgst -sha1 -hmac north -binary | base64
  it('is the HMAC-SHA1 of its expiry and its owner', () => {
    expect(turnCredential('north', 'mio', 1_795_305_599_999)).toEqual({
      username: '1795305599:mio',
      credential: 'rbH53+E1pqMAAhPzjkkEsUL5XFs=',
    })
  })

  it('lasts a day, as the tokens of its call do', () => {
    const { username } = onlyOf(context, 'call-1', '10000001')
    expect(Number(username.split(':')[0]) * 1000).toBe(Date.UTC(2026, 10, 22))
  })

  it('gives the relay a different opaque owner for each side and call', () => {
    const owners = [
      onlyOf(context, 'call-1', '10000001'),
      onlyOf(context, 'call-1', '10000002'),
      onlyOf(context, 'call-2', '10000001'),
      onlyOf({ ...context, secret: Buffer.from('of another app') }, 'call-1', '10000001'),
    ].map(({ username }) => username.split(':')[1])
    expect(new Set(owners).size).toBe(4)
    for (const owner of owners) {
      expect(owner).toMatch(/^[\w-]{22}$/)
      expect(owner).not.toContain('1000000')
    }
    expect(onlyOf(context, 'call-1', '10000001')).toEqual(onlyOf(context, 'call-1', '10000001'))
  })

  it('is made for every configured relay, and for none without configuration', () => {
    expect(onlyOf(context, 'call-1', '10000001').urls).toEqual(['turn:a', 'turns:b?transport=tcp'])
    const without = { ...context, config: { turn: undefined } }
    expect(iceServersFor(without, { roomId: 'call-1', memberId: '10000001' })).toEqual([])
  })
})
