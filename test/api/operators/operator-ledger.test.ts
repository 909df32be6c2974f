import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantPoints, spendPoints } from '#server/points/ledger/ledger.ts'
import { checkLedgerNightly } from '#server/points/operator/jobs.ts'
import { addMembers, broadcasterId, callerId } from '../ledger/ledger-fixture.ts'
import { createOperatorWorld, granted, type OperatorWorld } from './operator-world.ts'

let world: OperatorWorld
beforeAll(async () => {
  world = await createOperatorWorld()
  const { db } = world.context
  await addMembers(db)
  await grantPoints(db, { key: 'g', memberId: callerId, points: 1_000, kind: 'paid', purpose: 'demo' })
  await spendPoints(db, {
    ...{ key: 's', payerId: callerId, payeeId: broadcasterId, points: 300, purpose: 'present' },
  })
})
afterAll(() => world.close())

const health = async (at: Awaited<ReturnType<OperatorWorld['signedIn']>>) =>
  granted(await at.request('operatorLedgerHealth', {}))

test('an operator sees the trial balance, and gets an alert when the ledger does not add up', async () => {
  const at = await world.signedIn()
  const before = await health(at)
  expect(before.checks).toEqual([])
  expect(before.trialBalance.reduce((sum, { entries }) => sum + entries, 0)).toBe(0)
  const wallets = before.trialBalance.find(({ kind }) => kind === 'wallet')
  expect(wallets).toMatchObject({ entries: 700, balances: 700, held: 0 })

  await checkLedgerNightly(world.context)
  expect((await health(at)).checks).toMatchObject([{ runBy: null, defects: 0, firstDefects: [] }])
  expect(granted(await at.request('operatorMe', {})).openNotices).toBe(0)

  await world.context.sql`update account set balance = balance + 1 where kind = 'earnings'`
  await checkLedgerNightly(world.context)
  const run = granted(await at.request('operatorCheckLedger', {}))
  const { defects, firstDefects, runBy } = run.check
  expect(runBy).toBe(world.mail)
  expect(firstDefects.map(({ problem }) => problem)).toContain('balance is not the sum of its entries')
  expect(firstDefects).toHaveLength(defects)
  expect((await health(at)).checks.map((check) => [check.runBy, check.defects])).toEqual([
    [world.mail, defects],
    [null, defects],
    [null, 0],
  ])
  expect(granted(await at.request('operatorMe', {})).openNotices).toBe(1)
  expect(granted(await at.request('operatorNotices', { state: 'open' })).notices).toMatchObject([
    { kind: 'ledgerDefect', text: expect.stringContaining(`${defects}件の問題`), times: 2 },
  ])
  expect((await world.audit()).at(-1)).toMatchObject({ action: 'operatorCheckLedger', operator: world.mail })
})

test('a check that stops halfway is reported, and the other nightly checks go on', async () => {
  const at = await world.signedIn('mei@office.example')
  const { sql } = world.context
  await sql`alter view ledger_check rename to ledger_check_away`
  await sql`alter table transfer disable trigger user`
  await sql`update transfer set created_at = now() - interval '5 days'`
  await sql`alter table transfer enable trigger user`
  await checkLedgerNightly(world.context)
  await sql`alter view ledger_check_away rename to ledger_check`
  const { notices } = granted(await at.request('operatorNotices', { state: 'open' }))
  expect(notices.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['ledgerUnchecked', 'checkpointLate']),
  )
})
