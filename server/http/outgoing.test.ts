import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { handlers } from '#server/app/all-handlers.ts'
import { endpointGuards } from '#server/app/endpoint-access.ts'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from './handlers.ts'
import { OutsideContract, outgoingOf } from './outgoing.ts'

const schema = z.object({ user: z.object({ name: z.string(), age: z.optional(z.int()) }) })
const tooMuch = { user: { name: 'みお', isDemo: true } }

describe('an answer in production', () => {
  it('has no field that its schema does not know', () => {
    expect(outgoingOf('production', 'x', schema)(tooMuch)).toEqual({ user: { name: 'みお' } })
  })
})

describe.each(['test', 'development'] as const)('an answer in %s', (mode) => {
  const outgoing = outgoingOf(mode, 'getUser', schema)

  it('fails with an error that names the unknown field and no value', () => {
    expect(() => outgoing(tooMuch)).toThrow(
      new OutsideContract('getUser says more than its schema knows: user.isDemo'),
    )
  })

  it.each([{}, { user: { name: 5 } }, { user: { name: 'みお', age: '20' } }])(
    'fails when it is %j',
    (answer) => {
      expect(() => outgoing(answer)).toThrow(OutsideContract)
    },
  )

  it('is sent unchanged when it fits', () => {
    const answer = { user: { name: 'みお', age: undefined } }
    expect(outgoing(answer)).toBe(answer)
  })
})

describe('an endpoint', () => {
  const callReady = (mode: Config['mode']) => {
    const leaking = {
      ...handlers,
      ready: async () => ({ status: 'ready', parts: {}, isDemo: true }),
    } as Handlers
    const sessions = { known: () => null, ofCookies: async () => null }
    const context = { config: { mode }, metrics: null, sessions } as unknown as Context
    const guard = endpointGuards(context, leaking).find(({ path }) => path === '/api/ready')
    const client = () => ({ address: '', userAgent: '', isMobile: false, host: '' })
    return guard?.answer({ cookie: undefined, read: () => ({ body: {} }), client })
  }

  it('drops the fields in production that its contract does not know', async () => {
    expect(await callReady('production')).toEqual({ status: 200, body: { status: 'ready', parts: {} } })
  })

  it('fails in tests when it answers more than its contract', async () => {
    await expect(callReady('test')).rejects.toThrow('ready says more than its schema knows: isDemo')
  })
})
