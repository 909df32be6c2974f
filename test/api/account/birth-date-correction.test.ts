import { expect, it } from 'vitest'
import type { TestWorld } from '#test/helpers/test-world.ts'
import { type OperatedWorld, withOperators } from '../operators/operated-world.ts'
import { granted, type OperatorWorld } from '../operators/operator-world.ts'

let operators: OperatorWorld
let world: TestWorld
let at: OperatedWorld['at']
withOperators((made) => {
  ;({ operators, world, at } = made)
})

const reason = '運転免許証（原本の写真）で確認。年の打ちまちがい'
const correct = (memberId: string, birthDate: string) =>
  at.request('operatorCorrectBirthDate', { memberId, birthDate, reason })

it('an operator puts a birth date right by a document, with the reason in the audit log', async () => {
  const caller = await world.caller(0)
  const young = `${new Date(operators.context.now()).getUTCFullYear() - 15}-01-01`
  await caller.request('stateBirthDate', { birthDate: young })
  expect(granted(await caller.request('getCreditPurchaseCourseInfo', {})).isUnderAge).toBe(true)
  expect(await caller.request('stateBirthDate', { birthDate: '1990-05-01' })).toMatchObject({
    code: 'birthDateStated',
  })
  expect(await correct(caller.id, '1990-05-01')).toEqual({
    type: 'success',
    name: caller.viewer.name,
    isUnderAge: false,
  })
  expect(granted(await caller.request('getCreditPurchaseCourseInfo', {}))).toMatchObject({
    isUnderAge: false,
    birthDateStated: true,
  })
  const [line] = await world.database.sql`
    select action, subject, before, after from operator_audit order by id desc limit 1`
  expect(line).toMatchObject({
    action: 'operatorCorrectBirthDate',
    subject: `member:${caller.id}`,
    before: { age: 15 },
    after: { age: expect.any(Number), reason },
  })
})

it('refuses a member without a stated date, a day that is none, no reason, and a broadcaster under 18', async () => {
  const caller = await world.caller(0)
  expect(await correct(caller.id, '1990-05-01')).toMatchObject({ code: 'birthDateNotStated' })
  expect(await correct('1', '1990-05-01')).toMatchObject({ code: 'birthDateNotStated' })
  await caller.request('stateBirthDate', { birthDate: '1991-05-01' })
  expect(await correct(caller.id, '1890-05-01')).toMatchObject({ code: 'birthDateImpossible' })
  expect(
    await at.request('operatorCorrectBirthDate', {
      memberId: caller.id,
      birthDate: '1990-05-01',
      reason: ' ',
    }),
  ).toMatchObject({ code: 'badInput' })
  const broadcaster = await world.broadcaster()
  await broadcaster.request('stateBirthDate', { birthDate: '1991-05-01' })
  expect(await correct(broadcaster.id, '2015-05-01')).toMatchObject({ code: 'broadcasterUnderAge' })
})
