import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { addMembers, callerId } from '../ledger/ledger-fixture.ts'
import { createOperatorWorld, granted, type OperatorWorld } from './operator-world.ts'

let world: OperatorWorld
let at: Awaited<ReturnType<OperatorWorld['signedIn']>>
beforeAll(async () => {
  world = await createOperatorWorld()
  await addMembers(world.context.db)
  at = await world.signedIn()
})
afterAll(() => world.close())

test('an operator reads the figures of a reporting date, and the log says so', async () => {
  const { db, sql } = world.context
  await grantPoints(db, { key: 'g', memberId: callerId, points: 1_200, kind: 'paid', purpose: 'demo' })
  await sql`alter table transfer disable trigger user`
  await sql`update transfer set created_at = '2026-03-31 23:59:59+09:00'`
  await sql`alter table transfer enable trigger user`
  const { report } = granted(await at.request('operatorBaseDateReport', { baseDate: '2026-03-31' }))
  expect(report).toMatchObject({ issuedPoints: 1_200, unusedPoints: 1_200, holders: 1 })
  expect((await world.audit()).at(-1)).toMatchObject({
    action: 'operatorBaseDateReport',
    subject: 'baseDate:2026-03-31',
  })
  expect(await at.request('operatorBaseDateReport', { baseDate: '2026-03-30' })).toMatchObject({
    code: 'baseDateUnknown',
  })
})

describe('a campaign', () => {
  const terms = {
    id: randomUUID(),
    name: '冬のポイントバック',
    startsAt: '2026-12-01T00:00:00.000Z',
    endsAt: '2026-12-31T15:00:00.000Z',
    claimsFrom: '2026-12-31T15:10:00.000Z',
    claimsUntil: '2027-01-31T15:00:00.000Z',
    percent: 10,
    capPoints: 3_000,
    validDays: 90,
  }

  test('is announced once, and logged', async () => {
    granted(await at.request('operatorAddCampaign', terms))
    granted(await at.request('operatorAddCampaign', terms))
    const { campaigns } = granted(await at.request('operatorCampaigns', {}))
    expect(campaigns).toEqual([{ ...terms, receivers: 0, grantedPoints: 0 }])
    expect((await world.audit()).at(-1)).toMatchObject({
      action: 'operatorAddCampaign',
      subject: `campaign:${terms.id}`,
    })
  })

  test('keeps its terms: the same id with other terms is refused', async () => {
    expect(await at.request('operatorAddCampaign', { ...terms, percent: 50 })).toMatchObject({
      code: 'idempotencyMismatch',
    })
  })

  test.each([
    ['ends before it starts', { endsAt: '2026-11-30T00:00:00.000Z' }],
    ['is had before all is counted', { claimsFrom: '2026-12-31T15:09:59.000Z' }],
    ['is over before it can be had', { claimsUntil: '2026-12-31T15:10:00.000Z' }],
  ])('that %s is refused', async (_, change) => {
    expect(await at.request('operatorAddCampaign', { ...terms, id: randomUUID(), ...change })).toMatchObject({
      code: 'campaignTimesWrong',
    })
  })
})
