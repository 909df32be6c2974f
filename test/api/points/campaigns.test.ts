import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noticeOpenCampaigns } from '#server/points/campaigns/campaign-notices.ts'
import { refundTransfer } from '#server/points/ledger/ledger.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'

let world: TestWorld
let caller: Person
let broadcaster: Person
let campaignId: string
const { connectedCall } = callSteps(() => world)

beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})

/** A campaign of the next ten minutes, moved in time by `passTo`. */
beforeEach(async () => {
  caller = await world.caller(3_000)
  broadcaster = await world.broadcaster()
  campaignId = `autumn-${randomUUID()}`
  await world.context.db
    .insertInto('campaign')
    .values({
      id: campaignId,
      name: '秋のポイントバック',
      starts_at: minutesFromNow(-5),
      ends_at: minutesFromNow(5),
      claims_from: minutesFromNow(20),
      claims_until: minutesFromNow(40),
      percent: 10,
      cap_points: 30,
    })
    .execute()
})

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** 200 points a minute. */
const talk = async (seconds: number): Promise<void> => {
  const callId = await connectedCall(caller, broadcaster)
  world.media.flow(callId, seconds * 1000)
  await world.settled()
  await caller.request('endCall', { callId })
}

/** As if the period had ended and been counted: what was spent until now was spent in it. */
const pass = async (state: 'waiting' | 'open' | 'over'): Promise<void> => {
  const minutes = { waiting: [0, 15, 30], open: [-15, -1, 30], over: [-30, -15, -1] }[state]
  const [endsAt = 0, claimsFrom = 0, claimsUntil = 0] = minutes
  await sql`update campaign set starts_at = now() - interval '1 hour', ends_at = now() + ${endsAt}::int * interval '1 minute',
      claims_from = now() + ${claimsFrom}::int * interval '1 minute', claims_until = now() + ${claimsUntil}::int * interval '1 minute'
    where id = ${campaignId}`.execute(world.context.db)
  if (state === 'waiting') return
  await world.context.db.transaction().execute(async (tx) => {
    await sql`alter table transfer disable trigger insert_only`.execute(tx)
    await sql`update transfer set created_at = now() - interval '45 minutes' where purpose = 'call'`.execute(
      tx,
    )
    await sql`alter table transfer enable trigger insert_only`.execute(tx)
  })
}

const claim = (requestId: string = randomUUID(), person = caller) =>
  person.request('addPeriodPointBack', { campaignId, requestId })

const shown = async (person = caller) => {
  const answer = await person.request('getPeriodPointBacks', {})
  return 'campaigns' in answer ? answer.campaigns.find(({ id }) => id === campaignId) : undefined
}

describe('a campaign', () => {
  it('counts while it runs, and grants its percentage of the paid points spent in calls afterwards', async () => {
    await talk(60)
    expect(await shown()).toMatchObject({ state: 'running', points: 20, percent: 10 })
    await pass('open')
    expect(await shown()).toMatchObject({ state: 'open', points: 20 })
    expect(await claim()).toEqual({ type: 'success', points: 20, point: 3_000 - 200 + 20 })
    expect(await shown()).toMatchObject({ state: 'received', points: 20 })
    expect(await caller.request('getMyWallet', {})).toMatchObject({
      lots: [{ kind: 'free', remaining: 20 }, { kind: 'paid' }],
    })
    expect(await caller.request('getMyPoint', {})).toMatchObject({ point: 2_820 })
  })

  it('grants no more than its cap', async () => {
    await sql`update campaign set cap_points = 15 where id = ${campaignId}`.execute(world.context.db)
    await talk(60)
    await pass('open')
    expect(await claim()).toMatchObject({ points: 15 })
  })

  it('grants nothing for free points', async () => {
    await sql`update lot set kind = 'free' where account_id = (select id from account where owner_id = ${caller.id} and kind = 'wallet')`.execute(
      world.context.db,
    )
    await talk(60)
    await pass('open')
    expect(await claim()).toMatchObject({ code: 'campaignNothing' })
  })

  it('grants nothing for what was returned since', async () => {
    await talk(60)
    const { db } = world.context
    const { id } = await db
      .selectFrom('transfer')
      .innerJoin('account', 'account.id', 'transfer.debit')
      .select('transfer.id')
      .where('account.owner_id', '=', caller.id)
      .where('transfer.purpose', '=', 'call')
      .executeTakeFirstOrThrow()
    const back = {
      key: 'back',
      transferId: id,
      points: 100,
      paidByPlatform: true,
      purpose: 'operator',
    } as const
    await refundTransfer(db, back)
    await pass('open')
    expect(await claim()).toMatchObject({ points: 10 })
  })

  it('is granted once: a retry gets the same answer, another command is refused', async () => {
    await talk(60)
    await pass('open')
    const requestId = randomUUID()
    const [first, retry] = [await claim(requestId), await claim(requestId)]
    expect(retry).toEqual(first)
    expect(await claim()).toMatchObject({
      code: 'campaignReceived',
      message: 'このキャンペーンのポイントは受け取り済みです。',
    })
    await pass('over')
    expect(await claim(requestId)).toEqual(first)
  })

  it.each([
    ['running', 'campaignNotYet'],
    ['waiting', 'campaignNotYet'],
    ['over', 'campaignOver'],
  ] as const)('that is %s grants nothing: %s', async (state, code) => {
    await talk(60)
    if (state !== 'running') await pass(state)
    expect(await claim()).toMatchObject({ code })
    expect(await caller.request('getMyPoint', {})).toMatchObject({ point: 2_800 })
  })

  it('that is unknown, or hasn’t begun, isn’t found', async () => {
    campaignId = 'unknown'
    expect(await claim()).toMatchObject({ code: 'notFound' })
  })
})

describe('fifty claims at once', () => {
  it('by fifty commands grant once', async () => {
    await talk(60)
    await pass('open')
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim()))
    expect(answers.filter(({ type }) => type === 'success')).toHaveLength(1)
    expect(answers.filter((answer) => 'code' in answer && answer.code === 'campaignReceived')).toHaveLength(
      49,
    )
    expect(await caller.request('getMyPoint', {})).toMatchObject({ point: 2_820 })
  })

  it('by one command are answered alike', async () => {
    await talk(60)
    await pass('open')
    const requestId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(requestId)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ type: 'success', points: 20, point: 2_820 })
  })

  it('by two members grant each their own', async () => {
    const other = await world.caller(0)
    await talk(60)
    await pass('open')
    const [ofCaller, others] = await Promise.all([claim(), claim(randomUUID(), other)])
    expect(ofCaller).toMatchObject({ points: 20 })
    expect(others).toMatchObject({ code: 'campaignNothing' })
  })
})

describe('the notice that its points can be claimed', () => {
  const mailing = () => ({ ...world.context, mailer: { isThere: true } })
  const noticesOf = async (person: Person) => {
    const answer = await person.request('getNotifications', {})
    if (answer.type === 'error') throw new Error(answer.code)
    return answer.notifications.map(({ about }) => about).filter(({ kind }) => kind === 'campaignOpen')
  }
  const mails = async (person: Person) =>
    world.database.sql`select subject from outgoing_mail where member_id = ${person.id}`

  it('is sent once, from the day they can, to members who have any', async () => {
    const idle = await world.caller(1_000)
    await talk(60)
    await pass('waiting')
    await noticeOpenCampaigns(mailing())
    expect(await noticesOf(caller)).toEqual([])
    await pass('open')
    await noticeOpenCampaigns(mailing())
    await noticeOpenCampaigns(mailing())
    expect(await noticesOf(caller)).toEqual([
      {
        kind: 'campaignOpen',
        campaignName: '秋のポイントバック',
        points: 20,
        claimsUntil: expect.any(String),
      },
    ])
    expect(await noticesOf(idle)).toEqual([])
    expect(await noticesOf(broadcaster)).toEqual([])
    expect(await mails(caller)).toEqual([])
  })

  it('is mailed to members who chose that, and not sent to members who want no word of campaigns', async () => {
    await world.database.sql`update member set email = ${`${caller.id}@mail.example`} where id = ${caller.id}`
    await caller.request('updateNotificationSettings', {
      choices: [
        { kind: 'campaignOpen', channel: 'inApp', isOn: false },
        { kind: 'campaignOpen', channel: 'mail', isOn: true },
      ],
    })
    await talk(60)
    await pass('open')
    await noticeOpenCampaigns(mailing())
    expect(await noticesOf(caller)).toEqual([])
    expect(await mails(caller)).toMatchObject([{ subject: '【今宵】キャンペーンのお知らせ' }])
  })

  it('is not sent to members who have received them', async () => {
    await talk(60)
    await pass('open')
    await claim()
    await noticeOpenCampaigns(mailing())
    expect(await noticesOf(caller)).toEqual([])
  })
})
