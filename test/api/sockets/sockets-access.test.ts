import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { revokeSession } from '#server/account/actions/revoke-session.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import { connectionsPerMemberMax } from '#server/sockets/connection-limit.ts'
import type { Person } from '#test/helpers/test-world.ts'
import { happened, openSocketsWorld, type SocketsWorld } from './sockets-world.ts'

let sockets: SocketsWorld
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
afterEach(async () => {
  sockets.skewMs = 0
  await sockets.closePages()
})
afterAll(() => sockets.close())

const expireInDatabase = async ({ viewer }: Person) => {
  await sockets.world.database.db
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id_hash', '=', Buffer.from(viewer.sessionKey, 'base64url'))
    .execute()
  sockets.world.context.sessions.evict(viewer.sessionKey)
}
const month = 31 * 24 * 3_600_000

describe('a socket', () => {
  it.each([
    ['without a cookie', {}],
    ['with a made-up session', { cookie: `next-auth.session-token=${'a'.repeat(43)}` }],
    ['with garbage for a session', { cookie: "next-auth.session-token=' or 1=1; %00" }],
    ['with an empty session', { cookie: 'next-auth.session-token=' }],
  ])(
    'is refused %s, by either transport, and nothing of it is stored',
    async (_name, headers: Record<string, string>) => {
      for (const transport of ['websocket', 'polling'] as const) {
        await happened(sockets.connect(headers, [transport]), 'connect_error')
        const answer = await fetch(`${sockets.url}/api/socket/?EIO=4&transport=polling`, { headers })
        expect(answer.status).toBe(403)
        expect(await answer.text()).not.toMatch(/at .*\.[jt]s/)
      }
      expect(sockets.io.engine.clientsCount).toBe(0)
    },
  )

  it('is refused with an expired session, and with a revoked one', async () => {
    const [expired, revoked] = [await sockets.world.caller(), await sockets.world.caller()]
    await expireInDatabase(expired)
    await revokeSession(sockets.world.context, revoked.viewer.sessionKey)
    for (const { cookie } of [expired, revoked]) await happened(sockets.connect({ cookie }), 'connect_error')
    expect(sockets.io.engine.clientsCount).toBe(0)
  })

  it.each(['https://elsewhere.example', 'null', 'http://127.0.0.1.elsewhere.example', 'file://'])(
    'is refused to a page of %s',
    async (origin) => {
      const { cookie } = await sockets.world.caller()
      for (const transport of ['websocket', 'polling'] as const)
        await happened(sockets.connect({ cookie, origin }, [transport]), 'connect_error')
      expect(sockets.io.engine.clientsCount).toBe(0)
    },
  )

  it('answers with the same headers as every other endpoint, to refused clients as well', async () => {
    const { cookie } = await sockets.world.caller()
    const mandatory = securityHeaders(sockets.world.context.config, [])
    for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
      const answer = await fetch(`${sockets.url}/api/socket/?EIO=4&transport=polling`, { headers })
      expect(Object.fromEntries(answer.headers)).toMatchObject({ ...mandatory, 'cache-control': 'no-store' })
    }
  })

  it('is open to a page of our own', async () => {
    const { cookie } = await sockets.world.caller()
    await happened(sockets.connect({ cookie, origin: sockets.url }), 'connect')
  })

  it('ends with its session, whatever its transport', async () => {
    const caller = await sockets.world.caller()
    const pages = [await sockets.page(caller), await sockets.page(caller, ['polling'])]
    const over = pages.flatMap((page) => [happened(page, 'session:over'), happened(page, 'disconnect')])
    await revokeSession(sockets.world.context, caller.viewer.sessionKey)
    await Promise.all(over)
  })

  it('is disconnected when its session goes on under another cookie, and reconnects with that one', async () => {
    const caller = await sockets.world.caller()
    const page = await sockets.page(caller)
    const received: string[] = []
    page.on('session:over', () => received.push('session:over'))
    const gone = happened(page, 'disconnect')
    const { db } = sockets.world.database
    const rotated = await db
      .transaction()
      .execute((tx) => rotateSession(sockets.world.context, tx, caller.viewer.sessionKey))
    await gone
    expect(received).toEqual([])
    await happened(sockets.connect({ cookie: caller.cookie }), 'connect_error')
    const cookie = `next-auth.session-token=${rotated?.cookieValue}`
    await happened(sockets.connect({ cookie }), 'connect')
  })

  it('that has not opened yet when its session is revoked never opens', async () => {
    const caller = await sockets.world.caller()
    const page = await sockets.raw(caller)
    await revokeSession(sockets.world.context, caller.viewer.sessionKey)
    page.send('40')
    expect(await page.next((packet) => packet.startsWith('44'))).toContain('notLoggedIn')
  })

  it('ends when its session expires, and stays while something renews it', async () => {
    const [leaving, staying] = [await sockets.world.caller(), await sockets.world.caller()]
    const [left, stayed] = [await sockets.raw(leaving), await sockets.raw(staying)]
    await expireInDatabase(leaving)
    sockets.skewMs = month
    for (const page of [stayed, left]) page.send('3')
    await left.closed
    stayed.send('40')
    await stayed.next((packet) => packet.startsWith('40'))
  })
})

describe('the id of a connection by polls', () => {
  const opened = async (person: Person) => {
    const answer = await fetch(`${sockets.url}/api/socket/?EIO=4&transport=polling`, {
      headers: { cookie: person.cookie },
    })
    const { sid } = JSON.parse((await answer.text()).slice(1)) as { sid: string }
    return `${sockets.url}/api/socket/?EIO=4&transport=polling&sid=${sid}`
  }

  it('opens it to its own session alone: to read, to write, and to upgrade it to WebSocket', async () => {
    const [caller, thief] = [await sockets.world.caller(), await sockets.world.caller()]
    const url = await opened(caller)
    const by = (cookie: string, method: string, more: Record<string, string> = {}) =>
      fetch(url, { method, headers: { cookie, ...more }, ...(method === 'POST' ? { body: '40' } : {}) })
    expect((await by(thief.cookie, 'POST')).status).toBe(400)
    expect((await by('', 'GET')).status).toBe(400)
    expect((await by(caller.cookie, 'POST', { origin: 'https://elsewhere.example' })).status).toBe(400)
    const stolen = new WebSocket(url.replace('http', 'ws').replace('polling', 'websocket'), {
      headers: { cookie: thief.cookie },
    } as never)
    await new Promise((resolve) => stolen.addEventListener('error', resolve))

    expect((await by(caller.cookie, 'POST')).status).toBe(200)
    expect(await (await by(caller.cookie, 'GET')).text()).toMatch(/^40\{"sid"/)
  })

  it('is long and never the same, and opens nothing when it is invented', async () => {
    const caller = await sockets.world.caller()
    const names = await Promise.all([opened(caller), opened(caller)])
    const sids = names.map((url) => new URL(url).searchParams.get('sid') ?? '')
    expect(new Set(sids).size).toBe(2)
    for (const sid of sids) expect(Buffer.from(sid, 'base64url').length).toBeGreaterThanOrEqual(16)
    for (const sid of ['x', '__proto__', 'constructor', '../..']) {
      const url = `${sockets.url}/api/socket/?EIO=4&transport=polling&sid=${encodeURIComponent(sid)}`
      expect((await fetch(url, { headers: { cookie: caller.cookie } })).status).toBe(400)
    }
  })
})

describe('a member with too many pages', () => {
  it('gets no further socket until one closes; other members get theirs', async () => {
    const [caller, other] = [await sockets.world.caller(), await sockets.world.caller()]
    const pages = await Promise.all(
      Array.from({ length: connectionsPerMemberMax }, () => sockets.page(caller)),
    )
    await happened(sockets.connect({ cookie: caller.cookie }), 'connect_error')
    await sockets.page(other)
    for (const page of pages) expect(page.connected).toBe(true)

    pages[0]?.disconnect()
    await expect.poll(() => sockets.io.engine.clientsCount).toBe(connectionsPerMemberMax)
    await sockets.page(caller)
  })

  it('gets no more by asking for all at once', async () => {
    const caller = await sockets.world.caller()
    const tries = Array.from({ length: connectionsPerMemberMax + 10 }, () => {
      const client = sockets.connect({ cookie: caller.cookie })
      return Promise.race([
        happened(client, 'connect').then(() => true),
        happened(client, 'connect_error').then(() => false),
      ])
    })
    const opened = (await Promise.all(tries)).filter(Boolean)
    expect(opened).toHaveLength(connectionsPerMemberMax)
    expect(sockets.io.engine.clientsCount).toBe(connectionsPerMemberMax)
  })

  it('is refused for the rest of a minute after opening and closing too often', async () => {
    const caller = await sockets.world.caller()
    const tries = await Promise.all(
      Array.from({ length: 130 }, async () => {
        const url = `${sockets.url}/api/socket/?EIO=4&transport=polling`
        return (await fetch(url, { headers: { cookie: caller.cookie } })).status
      }),
    )
    expect(tries.filter((status) => status === 200)).toHaveLength(connectionsPerMemberMax)
    await sockets.drop()
    await happened(sockets.connect({ cookie: caller.cookie }), 'connect_error')
    sockets.skewMs = 60_000
    await sockets.page(caller)
  })
})
