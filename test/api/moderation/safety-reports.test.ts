import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { reportImagePath } from '#contract/moderation/moderation.ts'
import type { safetyEndpoints } from '#contract/safety/safety.ts'
import { deleteUnsentMessages } from '#server/chat/jobs.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { callSteps } from '../calls/call-steps.ts'
import { chatSteps } from '../chat/chat-steps.ts'
import { withOperators } from '../operators/operated-world.ts'
import { granted, type OperatorWorld } from '../operators/operator-world.ts'

type ReportInput = RequestOf<typeof safetyEndpoints.addReport>
type Operator = Awaited<ReturnType<OperatorWorld['signedIn']>>

let operators: OperatorWorld
let world: TestWorld
let at: Operator
const { connectedCall } = callSteps(() => world)
const { send } = chatSteps(() => world)
withOperators((made) => {
  ;({ operators, world, at } = made)
})

const success = { type: 'success' }
const report = (from: Person, partner: Person, more: Partial<ReportInput> = {}) =>
  from.request('addReport', {
    reportId: randomUUID(),
    partnerId: partner.id,
    surface: 'chat',
    reason: 'harassment',
    ...more,
  })

/** The newest report about a member, as an operator reads it. */
const read = async (partner: Person) => {
  const { reports } = granted(await at.request('operatorReports', { state: 'open', memberId: partner.id }))
  return granted(await at.request('operatorReport', { reportId: reports[0]?.id ?? 0 })).report
}

describe('a report', () => {
  it('stores the messages around the reported one, also when it is unsent afterwards', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    for (let count = 1; count <= 3; count += 1) await send(broadcaster, caller, `前の${count}`)
    const rude = await send(caller, broadcaster, 'ひどいことば')
    // Both write: one alone would be too fast.
    for (let count = 1; count <= 11; count += 1)
      await send(count % 2 ? broadcaster : caller, count % 2 ? caller : broadcaster, `後の${count}`)
    expect(await report(broadcaster, caller, { messageId: rude.id, text: ' こわいです ' })).toEqual(success)
    await caller.request('unsendMessage', { messageId: rude.id })
    const seen = await read(caller)
    expect(seen).toMatchObject({
      reason: 'harassment',
      text: 'こわいです',
      messageId: rude.id,
      reporter: { id: broadcaster.id },
      reported: { id: caller.id },
      reports: 1,
      closed: null,
    })
    const texts = seen.messages.flatMap(({ body }) => (body.kind === 'text' ? [body.text] : [body.kind]))
    expect(texts).toEqual(expect.arrayContaining(['前の1', '前の3', 'ひどいことば', '後の1', '後の10']))
    expect(texts).not.toContain('後の11')
    expect(seen.messages.find(({ messageId }) => messageId === rude.id)?.senderId).toBe(caller.id)
  })

  it('stores a message that was unsent before it, for three days', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const [rude, older] = [
      await send(caller, broadcaster, 'ひどいことば'),
      await send(caller, broadcaster, '古いことば'),
    ]
    for (const { id } of [rude, older]) await caller.request('unsendMessage', { messageId: id })
    await world.context.db
      .updateTable('chat_unsent')
      .set({ unsent_at: new Date(Date.now() - 73 * 3_600_000) })
      .where('message_id', '=', older.id)
      .execute()
    await deleteUnsentMessages(world.context.db)
    expect(await report(broadcaster, caller, { messageId: rude.id })).toEqual(success)
    const { messages } = await read(caller)
    expect(messages.slice(-2)).toMatchObject([
      { messageId: rude.id, body: { kind: 'text', text: 'ひどいことば' }, wasUnsent: true },
      { messageId: older.id, body: { kind: 'unsent' }, wasUnsent: true },
    ])
    const { messages: shown } = granted(
      await broadcaster.request('getMoreMessages', { partnerId: caller.id, from: { at: 'newest' } }),
    )
    expect(JSON.stringify(shown)).not.toContain('ことば')
  })

  it('stores the wishes for pictures between the two, also when they are blocked and erased since', async () => {
    const [caller, broadcaster, other] = [
      await world.caller(),
      await world.broadcaster(),
      await world.broadcaster(),
    ]
    const wish = (to: Person, text: string) =>
      caller.request('sendImageRequest', {
        ...{ requestId: randomUUID(), partnerId: to.id, wish: text, points: 500 },
      })
    expect(await wish(broadcaster, 'ひどいお願い')).toMatchObject(success)
    expect(await wish(other, '別の方へのお願い')).toMatchObject(success)
    await broadcaster.request('addBlock', { partnerId: caller.id })
    expect(await report(broadcaster, caller)).toEqual(success)
    await world.database.sql`delete from gallery_request where caller_id = ${caller.id}`
    expect((await read(caller)).requests).toEqual([
      {
        ...{ requestId: expect.any(String), callerId: caller.id, wish: 'ひどいお願い', points: 500 },
        ...{ phase: 'cancelled', sentAt: expect.any(String) },
      },
    ])
  })

  it('of a conversation stores its newest messages, of a call its facts', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    for (let count = 1; count <= 15; count += 1)
      await send(count % 2 ? caller : broadcaster, count % 2 ? broadcaster : caller, `${count}`)
    const callId = await connectedCall(caller, broadcaster)
    world.media.flow(callId, 10_000)
    expect(await report(caller, broadcaster, { surface: 'call', callId })).toEqual(success)
    await caller.request('endCall', { callId })
    const seen = await read(broadcaster)
    expect(seen.call).toMatchObject({
      callId,
      kind: 'video',
      diallerId: caller.id,
      phase: 'inCall',
      endedAt: null,
    })
    const texts = seen.messages.flatMap(({ body }) => (body.kind === 'text' ? [body.text] : []))
    expect(texts).toHaveLength(15)
    expect(texts.at(-1)).toBe('15')
  })

  it('is refused for the own account, an unknown member, a role one never meets, and others’ messages and calls', async () => {
    const [caller, broadcaster, other] = [
      await world.caller(),
      await world.broadcaster(),
      await world.caller(),
    ]
    const theirs = await send(other, broadcaster, 'ふたりの話')
    const theirCall = await connectedCall(other, broadcaster)
    await send(caller, broadcaster, 'こんばんは')
    const notFound = { code: 'notFound' }
    expect(await report(caller, caller)).toMatchObject({ code: 'reportSelf' })
    expect(
      await caller.request('addReport', {
        reportId: randomUUID(),
        partnerId: '1',
        surface: 'chat',
        reason: 'other',
      }),
    ).toMatchObject(notFound)
    expect(await report(caller, other)).toMatchObject(notFound)
    expect(await report(caller, broadcaster, { messageId: theirs.id })).toMatchObject(notFound)
    expect(await report(caller, broadcaster, { messageId: randomUUID() })).toMatchObject(notFound)
    expect(await report(caller, broadcaster, { callId: theirCall })).toMatchObject(notFound)
    expect(await report(caller, broadcaster, { text: 'あ'.repeat(1001) })).toMatchObject({
      code: 'reportTextTooLong',
    })
    await other.request('endCall', { callId: theirCall })
  })

  it('is one report, however often its id is sent, and other content needs another id', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const reportId = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => report(caller, broadcaster, { reportId })))
    expect(answers).toEqual([success, success, success])
    expect(await report(caller, broadcaster, { reportId, reason: 'fraud' })).toMatchObject({
      code: 'idempotencyMismatch',
    })
    expect((await read(broadcaster)).reports).toBe(1)
  })

  it('is accepted from a member whom the reported one has blocked', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const rude = await send(broadcaster, caller, 'ひどいことば')
    await broadcaster.request('addBlock', { partnerId: caller.id })
    expect(await report(caller, broadcaster, { messageId: rude.id })).toEqual(success)
    expect((await read(broadcaster)).messages.at(-1)?.body).toEqual({ kind: 'text', text: 'ひどいことば' })
  })

  it('is limited to ten an hour', async () => {
    const caller = await world.caller()
    const broadcaster = await world.broadcaster()
    for (let count = 0; count < 10; count += 1) expect(await report(caller, broadcaster)).toEqual(success)
    expect(await report(caller, broadcaster)).toMatchObject({ code: 'reportTooOften' })
  })

  it('of a member under age alerts the operators at once', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    await report(broadcaster, caller, { reason: 'underAge' })
    const { notices } = granted(await at.request('operatorNotices', { state: 'open' }))
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: 'reportUrgent', subject: `member:${caller.id}` }),
    )
  })
})

describe('an operator', () => {
  it('closes a report once, and a warning reaches the reported member without naming the reporter', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    await report(broadcaster, caller, { reason: 'contactExchange', text: 'LINEを聞かれました' })
    await report(broadcaster, caller, { reason: 'other' })
    const { reports } = granted(
      await at.request('operatorReports', { state: 'open', memberId: caller.id, reason: 'contactExchange' }),
    )
    expect(reports).toMatchObject([{ reports: 2, openReports: 2 }])
    const close = { reportId: reports[0]?.id ?? 0, outcome: 'warned', note: '二回目' } as const
    const answers = await Promise.all([
      at.request('operatorCloseReport', close),
      at.request('operatorCloseReport', close),
    ])
    expect(answers).toContainEqual(expect.objectContaining(success))
    expect(answers).toContainEqual(expect.objectContaining({ code: 'reportClosed' }))
    expect(await at.request('operatorCloseReport', { ...close, reportId: 999_999 })).toMatchObject({
      code: 'notFound',
    })
    const inbox = await caller.request('getNotifications', {})
    expect(inbox).toMatchObject({
      notifications: [{ isUnread: true, about: { kind: 'safetyWarning', reason: 'contactExchange' } }],
    })
    expect(JSON.stringify(inbox)).not.toContain(broadcaster.id)
    expect(await broadcaster.request('getNotifications', {})).toMatchObject({ notifications: [] })
    const closed = granted(
      await at.request('operatorReports', { state: 'closed', memberId: caller.id }),
    ).reports
    expect(closed).toMatchObject([
      { openReports: 1, closed: { by: operators.mail, outcome: 'warned', note: '二回目' } },
    ])
  })

  it('leaves a line in the audit log for each report that was read and closed', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    await report(broadcaster, caller)
    const { id } = await read(caller)
    await at.request('operatorCloseReport', { reportId: id, outcome: 'none' })
    const lines = (await operators.audit()).filter(({ subject }) => subject === `report:${id}`)
    expect(lines.map(({ action }) => action)).toEqual(['operatorReport', 'operatorCloseReport'])
    expect((await operators.audit()).some(({ subject }) => subject === `member:${caller.id}`)).toBe(true)
  })

  it('sets the contact guard for the next message on', async () => {
    const [caller, broadcaster] = [await world.caller(), await world.broadcaster()]
    const sent = (isWarned: boolean) =>
      caller.request('sendTextMessage', {
        messageId: randomUUID(),
        partnerId: broadcaster.id,
        text: '〇九〇の１２３４の五六七八',
        isWarned,
      })
    expect(await at.request('operatorSafetySetting', {})).toMatchObject({ contactGuard: 'warn' })
    expect(await sent(false)).toMatchObject({ code: 'contactWarning' })
    expect(await sent(true)).toMatchObject(success)
    await at.request('operatorSetContactGuard', { contactGuard: 'refuse' })
    expect(await sent(true)).toMatchObject({ code: 'contactRefused' })
    await at.request('operatorSetContactGuard', { contactGuard: 'off' })
    expect(await sent(false)).toMatchObject(success)
    await at.request('operatorSetContactGuard', { contactGuard: 'warn' })
    expect((await operators.audit()).at(-1)).toMatchObject({ action: 'operatorSetContactGuard' })
  })
})

/**
 * An image that the caller sent to the broadcaster, in the operators' process: each process has its own
 * storage here.
 */
const pictureFrom = async (caller: Person, broadcaster: Person): Promise<string> => {
  const id = randomUUID().replaceAll('-', '')
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#e8a' } })
    .jpeg()
    .toBuffer()
  await operators.context.storage.put(`images/${id}.jpg`, picture)
  await world.database.sql`
    insert into image (id, owner_id, kind, path, upload_id, width, height, bytes, stored_at, expires_at)
    values (${id}, ${caller.id}, 6, ${`${id}.jpg`}, ${randomUUID()}, 40, 30, 1000, now(), now() + interval '1 day')`
  const sent = await caller.request('sendImageFromWeb', {
    messageId: randomUUID(),
    partnerId: broadcaster.id,
    imageId: id,
    imagePoints: null,
  })
  expect(sent).toMatchObject(success)
  return id
}

test('a report’s image is shown to operators alone, through its own report alone, and each view is logged', async () => {
  const [caller, broadcaster, other] = [await world.caller(), await world.broadcaster(), await world.caller()]
  const imageId = await pictureFrom(caller, broadcaster)
  await report(broadcaster, caller)
  await report(broadcaster, other)
  const [own, others] = [(await read(caller)).id, (await read(other)).id]
  const imageUrl = (reportId: number) => `${reportImagePath}/${reportId}/${imageId}`
  const seen = await at.browser.fetch(imageUrl(own))
  expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(seen.headers.get('content-type')).toMatch(/^image\//)
  expect((await operators.audit()).at(-1)).toMatchObject({
    action: 'operatorReportImage',
    subject: `report:${own}`,
    operator: operators.mail,
  })
  expect((await at.browser.fetch(imageUrl(others))).status).toBe(404)
  expect((await at.browser.fetch(imageUrl(999_999))).status).toBe(404)
  expect((await operators.operatorBrowser().browser.fetch(imageUrl(own))).status).toBe(401)
  expect((await world.request(imageUrl(own), { headers: { cookie: broadcaster.cookie } })).status).toBe(401)
  const halfway = operators.operatorBrowser()
  await halfway.request('operatorSignIn', { mail: operators.mail, password: operators.password })
  expect((await halfway.browser.fetch(imageUrl(own))).status).toBe(401)

  // The message was unsent, and the job that keeps evidence hasn't run yet.
  await world.database.sql`update image set expires_at = now() - interval '1 minute' where id = ${imageId}`
  expect((await at.browser.fetch(imageUrl(own))).status).toBe(200)
  expect((await at.browser.fetch(imageUrl(others))).status).toBe(404)
})
