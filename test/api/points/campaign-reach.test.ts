import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postConversion } from '#adapters/conversion/postback.ts'
import { register as registerMember } from '#server/account/actions/register.ts'
import { sendConversionPostbacks } from '#server/account/conversion-postbacks.ts'
import { type AuthWorld, createAuthWorld } from '../account/auth-world.ts'

/** The campaigns' host: what it received, and how it answers. */
interface Host {
  url: string
  received: URLSearchParams[]
  types: string[]
  status: number
  isSilent: boolean
}

let server: Server
const host: Host = { url: '', received: [], types: [], status: 200, isSilent: false }
let world: AuthWorld
beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    host.received.push(new URLSearchParams(Buffer.concat(chunks).toString()))
    host.types.push(incoming.headers['content-type'] ?? '')
    if (host.isSilent) return
    outgoing.writeHead(host.status, host.status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/postback`
  world = await createAuthWorld({ CONVERSION_POSTBACK_URL: host.url })
})
afterAll(async () => {
  await world.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  Object.assign(host, { received: [], types: [], status: 200, isSilent: false })
})

const rowOf = async (memberId: string) => {
  const [row] = await world.database.sql`select * from conversion_postback where member_id = ${memberId}`
  return row
}

/** Registers a new member, from an unused device and network. */
const register = async (fields: Record<string, string> = {}): Promise<string> => {
  const { context } = await world.startProcess()
  const browser = {
    addressKey: `network-${crypto.randomUUID()}`,
    siteKey: null,
    userAgent: '',
    sessionKey: null,
    deviceKey: `device-${crypto.randomUUID()}`,
  }
  const form = { name: 'たかし', age: '', region: '', cmCode: '', googleClientId: '', ...fields }
  const opened = await registerMember(context, form, browser)
  if ('refused' in opened) throw new Error(opened.refused)
  const [row] = await world.database.sql<{ id: string }[]>`
    select id from member where device_key = ${browser.deviceKey}`
  if (!row) throw new Error('nobody was registered')
  return row.id
}

describe("the campaigns' host", () => {
  it('receives a registration once, as a form, and not whose it was', async () => {
    const { context } = await world.startProcess()
    const memberId = await register({ cmCode: 'spring-01', googleClientId: '12.34' })
    await sendConversionPostbacks(context)
    await sendConversionPostbacks(context)
    expect(host.received).toHaveLength(1)
    expect(host.types).toEqual([expect.stringContaining('application/x-www-form-urlencoded')])
    const row = await rowOf(memberId)
    expect(Object.fromEntries(host.received[0] ?? [])).toEqual({
      conversion_id: row?.id,
      cm_code: 'spring-01',
      client_id: '12.34',
      registered_at: row?.registered_at.toISOString(),
    })
    expect(host.received[0]?.toString()).not.toContain(memberId)
    expect(row?.sent_at).not.toBeNull()
    expect(row?.analytics_client_id).toBeNull()
  })

  it('receives it again later when it was down, under the same id, until it is given up after three days', async () => {
    const { context } = await world.startProcess()
    const memberId = await register()
    host.status = 503
    await sendConversionPostbacks(context)
    expect(await rowOf(memberId)).toMatchObject({ sent_at: null, given_up_at: null, failure: 'status 503' })
    await sendConversionPostbacks(context)
    expect(host.received).toHaveLength(1)
    world.clock.nowMs += 10_000
    await sendConversionPostbacks(context)
    expect(host.received).toHaveLength(2)
    expect(host.received[0]?.get('conversion_id')).toBe(host.received[1]?.get('conversion_id'))
    world.clock.nowMs += 4 * 24 * 3_600_000
    await sendConversionPostbacks(context)
    expect((await rowOf(memberId))?.given_up_at).not.toBeNull()
    expect(world.logged.join('')).not.toContain(memberId)
  })

  it('is not asked again after a refusal', async () => {
    const { context } = await world.startProcess()
    const memberId = await register()
    host.status = 400
    await sendConversionPostbacks(context)
    expect(await rowOf(memberId)).toMatchObject({ failure: 'status 400' })
    expect((await rowOf(memberId))?.given_up_at).not.toBeNull()
  })

  it('receives it from one of two processes', async () => {
    const [one, other] = [await world.startProcess(), await world.startProcess()]
    await register()
    await Promise.all([sendConversionPostbacks(one.context), sendConversionPostbacks(other.context)])
    expect(host.received).toHaveLength(1)
  })

  it('delays nobody when it hangs, redirects or is not there', async () => {
    const conversion = {
      id: crypto.randomUUID(),
      campaignCode: 'Organic',
      analyticsClientId: null,
      registeredAt: new Date(),
    }
    host.isSilent = true
    expect(await postConversion(host.url, conversion, 200)).toEqual({
      outcome: 'later',
      reason: 'TimeoutError',
    })
    Object.assign(host, { isSilent: false, status: 302 })
    expect(await postConversion(host.url, conversion)).toEqual({ outcome: 'refused', reason: 'status 302' })
    expect(await postConversion('http://127.0.0.1:1/', conversion)).toMatchObject({ outcome: 'later' })
  })
})

describe('a new member', () => {
  it('declares to be 18 or older, which is stored with its version and time', async () => {
    const memberId = await register()
    const [row] = await world.database.sql`
      select age_declaration_version, age_declared_at, created_at from member where id = ${memberId}`
    expect(row?.age_declaration_version).toBe('2026-11-01')
    expect(row?.age_declared_at).toEqual(row?.created_at)
  })
})
