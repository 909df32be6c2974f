import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuse } from '#contract/core/refusal.ts'
import type { endpoints } from '#contract/index.ts'
import {
  type OperatorHandler,
  operatorAction,
  operatorOverview,
  operatorReading,
} from '#server/operators/operator-handler.ts'
import type { Operator } from '#server/operators/operator-sessions.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { createOperatorWorld, granted, type OperatorWorld } from './operator-world.ts'

type Endpoint = (typeof endpoints)['operatorFinishNotice']

let world: OperatorWorld
let yui: Operator
beforeAll(async () => {
  world = await createOperatorWorld()
  const { id, mail } = await world.context.db.selectFrom('operator').selectAll().executeTakeFirstOrThrow()
  yui = { id, mail, step: 'through', sessionKey: '' }
})
afterAll(() => world.close())

const run = (handler: OperatorHandler<Endpoint>, name: string, input: object = {}) =>
  handler.answer(
    {
      context: world.context,
      viewer: yui,
      input: { noticeId: 1, ...input },
      client: { address: '203.0.113.9', userAgent: '', isMobile: false, host: 'localhost' },
      cookieHeader: undefined,
      cookies: [],
    },
    name,
  )

const linesOf = async (action: string) => (await world.audit()).filter((line) => line.action === action)
const raise = (subject: string) => raiseAlert(world.context.db, { kind: 'ledgerDefect', subject, text: '' })
const subjects = async () =>
  (await world.context.db.selectFrom('operator_notice').select('subject').execute()).map((row) => row.subject)

describe('an action', () => {
  it('and its line are one transaction', async () => {
    const done = operatorAction<Endpoint>(async ({ tx }) => {
      await raiseAlert(tx, { kind: 'ledgerDefect', subject: 'kept', text: '' })
      return { answer: { type: 'success' }, subject: 'order:1', before: { yen: 1 }, after: { yen: 2 } }
    })
    expect(await run(done, 'changeOrder')).toEqual({ type: 'success' })
    expect(await linesOf('changeOrder')).toEqual([
      { action: 'changeOrder', subject: 'order:1', address: '203.0.113.9', operator: world.mail },
    ])
    expect(await subjects()).toContain('kept')
  })

  it.each([
    ['refused', async () => refuse('notFound')],
    ['broken', () => Promise.reject(new Error('broken'))],
  ])('leaves neither when it is %s', async (how, end) => {
    const action = operatorAction<Endpoint>(async ({ tx }) => {
      await raiseAlert(tx, { kind: 'ledgerDefect', subject: how, text: '' })
      return end()
    })
    await run(action, how).catch(() => undefined)
    expect(await linesOf(how)).toEqual([])
    expect(await subjects()).not.toContain(how)
  })

  it('is undone when its line cannot be written', async () => {
    const { sql } = world.context
    await sql`alter table operator_audit add constraint full_up check (action <> 'unheard')`
    const action = operatorAction<Endpoint>(async ({ tx }) => {
      await raiseAlert(tx, { kind: 'ledgerDefect', subject: 'unheard', text: '' })
      return { answer: { type: 'success' }, subject: null }
    })
    await expect(run(action, 'unheard')).rejects.toThrow('full_up')
    expect(await subjects()).not.toContain('unheard')
  })
})

it.each(['\0', '\ud800'])('nothing is done by a text that can’t be stored: %j', async (unstorable) => {
  const done: string[] = []
  const action = operatorAction<Endpoint>(async () => {
    done.push('done')
    return { answer: { type: 'success' }, subject: null }
  })
  const input = { reason: { texts: ['理由', `理${unstorable}由`] } }
  expect(await run(action, 'unstorable', input)).toEqual(refuse('badInput'))
  expect([done, await linesOf('unstorable')]).toEqual([[], []])
  expect(await run(action, 'storable', { reason: { texts: ['理由😀'] } })).toEqual({ type: 'success' })
})

describe('a reading', () => {
  it('leaves a line, and can change nothing', async () => {
    const reading = operatorReading<Endpoint>(async () => ({
      answer: { type: 'success' },
      subject: 'member:5',
    }))
    await run(reading, 'readMember')
    expect(await linesOf('readMember')).toMatchObject([{ subject: 'member:5' }])
    for (const [name, changing] of [
      ['reading', operatorReading<Endpoint>(async ({ tx }) => changed(tx))],
      ['overview', operatorOverview<Endpoint>(async ({ tx }) => (await changed(tx)).answer)],
    ] as const) {
      await expect(run(changing, name)).rejects.toThrow('read-only transaction')
      expect(await linesOf(name)).toEqual([])
    }
  })
})

const changed = async (tx: Parameters<typeof raiseAlert>[0]) => {
  await raiseAlert(tx, { kind: 'ledgerDefect', subject: 'changed', text: '' })
  return { answer: { type: 'success' as const }, subject: null }
}

describe('the log', () => {
  it('is insert only', async () => {
    const { sql } = world.context
    await expect(sql`update operator_audit set action = 'other'`).rejects.toThrow('insert only')
    await expect(sql`delete from operator_audit`).rejects.toThrow('insert only')
    await expect(sql`truncate operator_audit`).rejects.toThrow('insert only')
  })

  it('is read newest first, a page at a time, also by subject', async () => {
    const at = await world.signedIn()
    await raise('of the page')
    const notice = granted(await at.request('operatorNotices', { state: 'open' })).notices.find(
      ({ subject }) => subject === 'of the page',
    )
    const noticeId = notice?.id ?? 0
    granted(await at.request('operatorFinishNotice', { noticeId }))
    expect(await at.request('operatorFinishNotice', { noticeId })).toMatchObject({ code: 'noticeDone' })
    expect(await at.request('operatorFinishNotice', { noticeId: 999_999 })).toMatchObject({
      code: 'notFound',
    })

    const { lines, hasMore } = granted(await at.request('operatorAuditLog', {}))
    expect(hasMore).toBe(false)
    expect(lines[0]).toMatchObject({
      action: 'operatorFinishNotice',
      subject: `notice:${noticeId}`,
      operator: world.mail,
      address: '203.0.113.7',
      before: null,
      after: { kind: 'ledgerDefect', subject: 'of the page' },
    })
    const about = granted(await at.request('operatorAuditLog', { subject: `notice:${noticeId}` }))
    expect(about.lines).toHaveLength(1)
    for (let n = 0; n < 60; n++) await run(nothingDone, 'many')
    const first = granted(await at.request('operatorAuditLog', {}))
    const second = granted(await at.request('operatorAuditLog', { beforeId: first.lines.at(-1)?.id }))
    expect([first.lines.length, first.hasMore, second.lines[0]?.action]).toEqual([50, true, 'many'])
    expect(second.hasMore).toBe(false)
  })
})

const nothingDone = operatorAction<Endpoint>(async () => ({ answer: { type: 'success' }, subject: null }))
