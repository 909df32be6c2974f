import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityProofLifeMs } from '#contract/account/identity-proof.ts'
import { broadcasterTermsVersion } from '#contract/applications/applications.ts'
import { ageAt } from '#domain/account/birth-date.ts'
import { dayMs } from '#domain/applications/retention.ts'
import { storeCheckedAges } from '#server/account/birthdays.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { granted, type OperatorBrowser } from '../operators/operator-world.ts'
import {
  type ApplicationWorld,
  applicationSteps,
  createApplicationWorld,
  hanako,
} from './application-world.ts'

let world: ApplicationWorld
let yui: OperatorBrowser
beforeAll(async () => {
  world = await createApplicationWorld({ DEMO: 'true' })
  yui = await world.signedIn()
})
afterAll(() => world.close())

const { stateOf, files, decide } = applicationSteps(
  () => world,
  () => yui,
)
const submission = {
  ...hanako,
  documentKind: 'driversLicence' as const,
  termsVersion: broadcasterTermsVersion,
}

describe('a caller becomes a broadcaster', () => {
  test('by a draft, a submission, a check and an approval, and can switch standby on next', async () => {
    const at = await world.applicant({ email: 'hanako@example.jp' })
    const grant = { key: 'application', memberId: at.id, points: 500, kind: 'paid', purpose: 'test' } as const
    await grantPoints(world.context.db, grant)
    expect((await stateOf(at)).state).toBe('none')
    expect(await at.request('updateCallWaiting', { waiting: true })).toMatchObject({ code: 'forbidden' })
    granted(await at.request('updateUserInfo', { age: 44, bio: '夜によくいます。', tags: ['映画'] }))
    granted(await at.request('beginApplication', { documentKind: 'driversLicence' }))
    await world.upload(at, 'front')
    await world.upload(at, 'back')
    expect(await at.request('submitApplication', submission)).toMatchObject({ code: 'documentMissing' })
    expect(await stateOf(at)).toMatchObject({ state: 'draft', received: ['front', 'back'] })
    await world.upload(at, 'selfie')
    const handedIn = granted(
      await at.request('submitApplication', { ...submission, legalKana: 'やまだ　はなこ' }),
    )
    expect(handedIn.application.state).toBe('submitted')
    // The typed data isn't returned to the applicant.
    expect(JSON.stringify(await stateOf(at))).not.toMatch(/山田|ヤマダ|1998/)
    expect(await at.request('submitApplication', submission)).toMatchObject({ code: 'applicationSubmitted' })
    expect(await at.request('beginApplication', submission)).toMatchObject({ code: 'applicationSubmitted' })

    const subject = await decide(at)
    const called = async () =>
      granted(await yui.request('operatorNotices', { state: 'open' })).notices.filter(
        (notice) => notice.subject === `application:${subject.applicationId}`,
      )
    expect(await called()).toMatchObject([{ kind: 'applicationWaiting' }])
    const { application } = granted(
      await yui.request('operatorApplication', { applicationId: subject.applicationId }),
    )
    expect(application.person).toEqual({ ...hanako, age: ageAt(hanako.birthDate, world.clock.nowMs) })
    expect(application.documents.map(({ side }) => side)).toEqual(['front', 'back', 'selfie'])
    granted(await yui.request('operatorApproveApplication', subject))
    expect(await called()).toEqual([])

    await expect
      .poll(() => at.request('updateCallWaiting', { waiting: true }), { timeout: 10_000 })
      .toMatchObject({ type: 'success', waiting: true })
    const me = granted(await at.request('getMyUserInfo', {})).user
    expect(me).toMatchObject({ role: 'broadcaster', age: ageAt(hanako.birthDate, world.clock.nowMs) })
    expect(granted(await at.request('getStudioSettings', {})).settings.rates).toEqual({
      video: 200,
      voice: 140,
    })
    expect(granted(await at.request('getMyPoint', {})).point).toBe(500)
    const { profile } = granted(await at.request('getMyProfile', {}))
    expect(profile).toMatchObject({ bio: '夜によくいます。', tags: ['映画'], isAgeChecked: true })
    expect(granted(await at.request('getNotifications', {})).notifications[0]?.about).toEqual({
      kind: 'applicationMoved',
      outcome: 'approved',
    })
    const mail = await world.context.db
      .selectFrom('outgoing_mail')
      .selectAll()
      .where('member_id', '=', at.id)
      .executeTakeFirstOrThrow()
    expect(mail.recipient).toBe('hanako@example.jp')
    expect(`${mail.subject}${mail.body}`).not.toMatch(/配信|審査/)
    expect(await at.request('beginApplication', submission)).toMatchObject({ code: 'applicationRole' })
  })

  test('with the document’s age, which only a birthday changes', async () => {
    const at = await world.applicant()
    const birthDate = '1996-11-28'
    await world.handIn(at, { person: { legalName: '誕生日 子', birthDate } })
    granted(await yui.request('operatorApproveApplication', await decide(at)))
    const shownAge = async () => granted(await at.request('getMyProfile', {})).profile.age
    expect(await shownAge()).toBe(29)
    expect(await at.request('updateUserInfo', { age: 25 })).toMatchObject({ code: 'profileAgeChecked' })
    granted(await at.request('updateUserInfo', { age: 29, bio: 'こんばんは。' }))
    const onTheNightBefore = Date.UTC(2026, 10, 27, 14, 59)
    await storeCheckedAges({ ...world.context, now: () => onTheNightBefore })
    expect(await shownAge()).toBe(29)
    await storeCheckedAges({ ...world.context, now: () => onTheNightBefore + 60_000 })
    expect(await shownAge()).toBe(30)
  })

  test('with rates at the edge of the operators’ bounds where the defaults lie outside', async () => {
    granted(await yui.request('operatorSetRateBounds', { kind: 'video', min: 50, max: 150 }))
    const at = await world.applicant()
    granted((await world.handIn(at, { person: { legalName: '佐藤 一' } })) as { type: 'success' })
    granted(await yui.request('operatorApproveApplication', await decide(at)))
    await expect
      .poll(async () => (await at.request('getStudioSettings', {})).type, { timeout: 10_000 })
      .toBe('success')
    expect(granted(await at.request('getStudioSettings', {})).settings.rates.video).toBe(150)
    granted(await yui.request('operatorSetRateBounds', { kind: 'video', min: 50, max: 1000 }))
  })

  test('but not after deactivating the account, which ends the waiting', async () => {
    const at = await world.applicant()
    await world.handIn(at, { person: { legalName: '退会中 子' } })
    const subject = await decide(at)
    await deactivateAccount(world.context, at.id, { reason: 'other', leavesEarnings: false })
    const { applications } = granted(await yui.request('operatorApplications', { state: 'waiting' }))
    expect(applications.map(({ memberId }) => memberId)).not.toContain(at.id)
    expect(await yui.request('operatorApproveApplication', subject)).toMatchObject({
      code: 'applicationDecided',
    })
  })

  test('after ending a running call as a caller', async () => {
    const at = await world.applicant()
    await world.handIn(at, { person: { legalName: '通話中 子' } })
    const callId = randomUUID()
    const { sql } = world.database
    await sql`
      INSERT INTO member (id, name, role) VALUES ('59999999', '相手', 'broadcaster') ON CONFLICT DO NOTHING`
    await sql`
      INSERT INTO call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase)
      VALUES (${callId}, 'voice', ${at.id}, '59999999', ${at.id}, 140, 'inCall')`
    await sql`INSERT INTO call_seat (member_id, call_id) VALUES (${at.id}, ${callId})`
    const subject = await decide(at)
    expect(await yui.request('operatorApproveApplication', subject)).toMatchObject({
      code: 'applicantInCall',
    })
    expect((await stateOf(at)).state).toBe('submitted')
    await sql`DELETE FROM call_seat WHERE member_id = ${at.id}`
    granted(await yui.request('operatorApproveApplication', subject))
  })
})

describe('the form', () => {
  test('is refused with what is wrong in it', async () => {
    const at = await world.applicant()
    expect(await at.request('submitApplication', submission)).toMatchObject({ code: 'applicationNotOpen' })
    expect(await world.upload(at, 'front')).toMatchObject({ status: 409, code: 'applicationNotOpen' })
    granted(await at.request('beginApplication', { documentKind: 'driversLicence' }))
    const refusedWith = async (wrong: Partial<typeof submission> | object, code: string) =>
      expect(await at.request('submitApplication', { ...submission, ...wrong })).toMatchObject({ code })
    await refusedWith({ documentKind: 'passport' }, 'applicationNotOpen')
    await refusedWith({ termsVersion: '2020-01-01' }, 'applicationTermsChanged')
    await refusedWith({ legalName: '123' }, 'legalNameWrong')
    await refusedWith({ legalKana: '山田' }, 'legalKanaWrong')
    await refusedWith({ birthDate: '1998-02-30' }, 'birthDateImpossible')
    await world.context.db
      .updateTable('member')
      .set({ born_on: '1990-01-01', born_on_stated_at: new Date() })
      .where('id', '=', at.id)
      .execute()
    await refusedWith({}, 'birthDateDiffers')
  })

  test('closes the account under 18, whatever is typed afterwards', async () => {
    const at = await world.applicant()
    const young = { birthDate: '2009-01-01' }
    expect(await world.handIn(at, { person: young })).toMatchObject({ code: 'underAge' })
    expect(await at.request('submitApplication', submission)).toMatchObject({ code: 'birthDateDiffers' })
    expect(await at.request('beginApplication', submission)).toMatchObject({ code: 'underAge' })
  })

  test('accepts no back of a マイナンバーカード; another kind of document drops the pictures before', async () => {
    const at = await world.applicant()
    granted(await at.request('beginApplication', { documentKind: 'driversLicence' }))
    await world.upload(at, 'back')
    const before = (await files()).length
    const { application } = granted(await at.request('beginApplication', { documentKind: 'myNumberCard' }))
    expect(application).toMatchObject({ documentKind: 'myNumberCard', received: [] })
    expect((await files()).length).toBe(before - 1)
    expect(await world.upload(at, 'back')).toMatchObject({ status: 409, code: 'documentNotTaken' })
    expect(await world.upload(at, 'front')).toMatchObject({ status: 200 })
  })

  test('needs a recent proof of identity, at every endpoint', async () => {
    const at = await world.applicant({ email: 'proof@example.jp', passwordHash: 'x' })
    granted(await at.request('beginApplication', { documentKind: 'passport' }))
    world.clock.nowMs += identityProofLifeMs
    const needed = { code: 'identityProofNeeded' }
    expect(await at.request('beginApplication', { documentKind: 'passport' })).toMatchObject(needed)
    expect(await at.request('submitApplication', submission)).toMatchObject(needed)
    expect(await at.request('withdrawApplication', {})).toMatchObject(needed)
    expect(await world.upload(at, 'front')).toMatchObject({ status: 403, ...needed })
    yui = await world.signedIn('yui2@office.example')
  })

  test('can be begun ten times a day at most', async () => {
    const at = await world.applicant()
    for (let times = 0; times < 10; times += 1) {
      granted(await at.request('beginApplication', { documentKind: 'passport' }))
      granted(await at.request('withdrawApplication', {}))
    }
    expect(await at.request('beginApplication', { documentKind: 'passport' })).toMatchObject({
      code: 'tooManyRequests',
    })
    expect(await at.request('withdrawApplication', {})).toMatchObject({ code: 'applicationNotOpen' })
  })
})

describe('deciding', () => {
  test('of two operators at once one decides, and the applicant is notified once', async () => {
    const ryo = await world.signedIn('ryo@office.example')
    const at = await world.applicant()
    await world.handIn(at, { person: { legalName: '同時 子' } })
    const subject = await decide(at)
    const refusal = { reason: 'unreadable', message: '', reapplyAfterDays: 0 } as const
    const answers = await Promise.all([
      yui.request('operatorApproveApplication', subject),
      ryo.request('operatorRefuseApplication', { ...subject, ...refusal }),
    ])
    expect(answers.map((answer) => ('code' in answer ? answer.code : 'done')).sort()).toEqual([
      'applicationDecided',
      'done',
    ])
    const first = 'code' in answers[0] ? ryo : yui
    const again = await (first === yui
      ? yui.request('operatorApproveApplication', subject)
      : ryo.request('operatorRefuseApplication', { ...subject, ...refusal }))
    expect(again).toMatchObject({ type: 'success' })
    expect(granted(await at.request('getNotifications', {})).notifications).toHaveLength(1)
  })

  test('after a refusal with a reason the member may apply again at the named time, unless refused for good', async () => {
    const at = await world.applicant()
    await world.handIn(at, { person: { legalName: '再 申込' } })
    const refusal = { reason: 'expired', message: ' 更新後にお願いします。 ', reapplyAfterDays: 7 } as const
    granted(await yui.request('operatorRefuseApplication', { ...(await decide(at)), ...refusal }))
    const refused = await stateOf(at)
    expect(refused).toMatchObject({ state: 'refused', reason: 'expired', message: '更新後にお願いします。' })
    expect(refused.mayApplyAgainAt).toBe(new Date(world.clock.nowMs + 7 * dayMs).toISOString())
    expect(await at.request('beginApplication', submission)).toMatchObject({ code: 'applicationTooEarly' })
    await world.database.sql`
      UPDATE broadcaster_application SET apply_again_at = ${new Date(world.clock.nowMs)} WHERE member_id = ${at.id}`
    await world.handIn(at, { person: { legalName: '再 申込' } })
    const subject = await decide(at)
    const detail = granted(await yui.request('operatorApplication', { applicationId: subject.applicationId }))
    expect(detail.application.earlier).toMatchObject([{ state: 'refused' }])
    granted(
      await yui.request('operatorRefuseApplication', { ...subject, ...refusal, reapplyAfterDays: null }),
    )
    expect(await at.request('beginApplication', submission)).toMatchObject({ code: 'applicationTooEarly' })
    const strange = { ...subject, ...refusal, message: '\u0000' }
    expect(await yui.request('operatorRefuseApplication', strange)).toMatchObject({ code: 'badInput' })
  })

  test('after a request for more the applicant sends it again; a decision on the version before is refused', async () => {
    const at = await world.applicant()
    await world.handIn(at, { person: { legalName: '追加 子' } })
    const before = await decide(at)
    const words = { reason: 'unreadable', message: '明るい所でお撮りください。', sides: ['front'] } as const
    granted(await yui.request('operatorAskMoreOfApplication', { ...before, ...words, sides: ['front'] }))
    expect(await stateOf(at)).toMatchObject({
      state: 'needsMore',
      askedFor: ['front'],
      received: ['back', 'selfie'],
      message: words.message,
    })
    const form = { ...submission, legalName: '追加 子' }
    expect(await at.request('submitApplication', form)).toMatchObject({ code: 'documentMissing' })
    await world.upload(at, 'front')
    granted(await at.request('submitApplication', form))
    expect(await yui.request('operatorApproveApplication', before)).toMatchObject({
      code: 'applicationDecided',
    })
    granted(await yui.request('operatorApproveApplication', await decide(at)))
  })

  test('one person under a second account is shown to the operator, and not refused automatically', async () => {
    const person = { legalName: '重複 子', legalKana: 'チョウフク コ', birthDate: '1991-05-05' }
    const [one, other] = [await world.applicant(), await world.applicant()]
    await world.handIn(one, { person })
    granted(await yui.request('operatorApproveApplication', await decide(one)))
    await world.handIn(other, { person: { ...person, legalName: '重複　コ' } })
    const { applicationId } = await decide(other)
    const { application } = granted(await yui.request('operatorApplication', { applicationId }))
    expect(application).toMatchObject({ isDuplicate: true })
    expect(application.duplicates).toMatchObject([{ memberId: one.id, state: 'approved' }])
    const { applications } = granted(await yui.request('operatorApplications', { state: 'waiting' }))
    expect(applications.find(({ id }) => id === applicationId)?.isDuplicate).toBe(true)
    const waits = applications.map(({ submittedAt }) => submittedAt)
    expect(waits).toEqual([...waits].sort())
  })
})
