import { expect, it } from 'vitest'
import { newCallId, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { type OperatedWorld, withOperators } from './operated-world.ts'
import { granted } from './operator-world.ts'

let world: TestWorld
let at: OperatedWorld['at']
const { connectedCall } = callSteps(() => world)
withOperators((made) => {
  ;({ world, at } = made)
})

const lastLine = async (action: string) => {
  const [line] = await world.database.sql<{ subject: string | null; after: object }[]>`
    select subject, after from operator_audit where action = ${action} order by id desc limit 1`
  return line
}

it('finds a member by id, by whole mail address and by the beginning of the name', async () => {
  const { id } = await world.caller()
  await world.database.sql`
    update member set name = ${`100%の${id}`}, email = ${`Found${id}@example.jp`} where id = ${id}`
  for (const search of [id, `found${id}@EXAMPLE.jp`, `100%の${id}`])
    expect(granted(await at.request('operatorMembers', { search })).members).toMatchObject([
      { id, role: 'caller' },
    ])
  for (const search of [`ound${id}@example.jp`, '%', '1_0'])
    expect(granted(await at.request('operatorMembers', { search })).members).toEqual([])
})

it('the audit log says whom a search found, and keeps no mail address', async () => {
  const { id } = await world.caller()
  await world.database.sql`update member set email = ${`kept${id}@example.jp`} where id = ${id}`
  await at.request('operatorMembers', { search: `kept${id}@example.jp` })
  expect(await lastLine('operatorMembers')).toEqual({
    subject: `member:${id}`,
    after: { search: 'k•••@example.jp', members: 1 },
  })
})

it('shows a member’s balances, warnings and last calls, and writes a line', async () => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  await world.database
    .sql`update member set email = ${`sheet${caller.id}@example.jp`} where id = ${caller.id}`
  const callId = await connectedCall(caller, broadcaster)
  await caller.request('endCall', { callId })
  await world.settled()
  const { member } = granted(await at.request('operatorMember', { memberId: caller.id }))
  expect(member).toMatchObject({
    maskedMail: 's•••@example.jp',
    reports: { all: 0, open: 0, warned: 0 },
    earnings: null,
    calls: [
      { callId, role: 'caller', dialled: true, partner: { id: broadcaster.id }, endReason: 'byCaller' },
    ],
  })
  expect(await lastLine('operatorMember')).toMatchObject({ subject: `member:${caller.id}` })
  const sheet = granted(await at.request('operatorMember', { memberId: broadcaster.id })).member
  expect(sheet).toMatchObject({
    role: 'broadcaster',
    earnings: { payable: 0 },
    calls: [{ role: 'broadcaster' }],
  })
  expect(await at.request('operatorMember', { memberId: '999999999999' })).toMatchObject({ code: 'notFound' })
})

it('counts what waits and how the Japanese day goes', async () => {
  const before = granted(await at.request('operatorToday', {})).today
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const report = {
    reportId: newCallId(),
    partnerId: broadcaster.id,
    surface: 'profile',
    reason: 'other',
  } as const
  granted(await caller.request('addReport', report))
  const callId = await connectedCall(caller, broadcaster)
  expect(granted(await at.request('operatorToday', {})).today).toMatchObject({
    openReports: before.openReports + 1,
    runningCalls: before.runningCalls + 1,
    connectedCalls: before.connectedCalls + 1,
    registrations: before.registrations + 2,
  })
  await caller.request('endCall', { callId })
})
