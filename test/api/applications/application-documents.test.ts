import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '#domain/applications/retention.ts'
import { eraseApplications } from '#server/applications/actions/erase-applications.ts'
import { deleteIdentityDocuments } from '#server/applications/jobs.ts'
import { applicationsOfMember } from '#server/applications/queries.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { granted, type OperatorBrowser } from '../operators/operator-world.ts'
import {
  type ApplicationWorld,
  applicationSteps,
  createApplicationWorld,
  documentPicture,
} from './application-world.ts'

let world: ApplicationWorld
let yui: OperatorBrowser
beforeAll(async () => {
  world = await createApplicationWorld()
  yui = await world.signedIn()
})
afterAll(() => world.close())

const { stateOf, files, decide, documentsOf } = applicationSteps(
  () => world,
  () => yui,
)
/** The lines of the audit log from a position on. */
const auditFrom = async (from: number) => (await world.audit()).slice(from)

describe('documents', () => {
  test('are encoded again without the camera’s metadata, and stored encrypted', async () => {
    const at = await world.applicant()
    await world.handIn(at, { documentKind: 'passport', person: { legalName: '封 印' } })
    const { applicationId } = await decide(at)
    const [front] = await documentsOf(applicationId)
    if (!front) throw new Error('nothing was received')
    const kept = await world.context.storage.get(`identity/${front.id}.bin`)
    expect(kept?.subarray(0, 3).toString('hex')).not.toBe('ffd8ff')
    expect(kept?.includes('秘密のカメラ')).toBe(false)
    await expect(sharp(kept ?? Buffer.alloc(0)).metadata()).rejects.toThrow()
    const seen = await world.view(yui, applicationId, front.id)
    expect(seen.headers.get('content-type')).toBe('image/jpeg')
    const picture = Buffer.from(await seen.arrayBuffer())
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 200 })
    expect(picture.includes('秘密のカメラ')).toBe(false)
    const rows = await world.database.sql<{ person: Buffer }[]>`
      SELECT person FROM broadcaster_application WHERE id = ${applicationId}`
    expect(rows[0]?.person.includes('封')).toBe(false)
  })

  test('the same upload again is the same picture; another one replaces it', async () => {
    const at = await world.applicant()
    granted(await at.request('beginApplication', { documentKind: 'passport' }))
    const before = (await files()).length
    const id = randomUUID()
    await Promise.all([world.upload(at, 'front', { id }), world.upload(at, 'front', { id })])
    await world.upload(at, 'front', { id })
    expect((await files()).length).toBe(before + 1)
    expect(await world.upload(at, 'front')).toMatchObject({ status: 200 })
    expect((await files()).length).toBe(before + 1)
    expect(await world.upload(at, 'front', { bytes: Buffer.from('<svg/>') })).toMatchObject({ status: 415 })
    const tooLarge = new Uint8Array(15 * 1024 * 1024 + 1)
    expect(await world.upload(at, 'front', { bytes: tooLarge })).toMatchObject({ status: 413 })
    const strange = await at.browser.fetch('/api/upload-identity-document?id=1&side=front', {
      method: 'POST',
    })
    expect(strange.status).toBe(400)
  })

  test('are for the operators alone: not for the applicant, not by /api/img, not half signed in', async () => {
    const at = await world.applicant()
    await world.handIn(at, { documentKind: 'passport', person: { legalName: '他人 不可' } })
    const { applicationId } = await decide(at)
    const [front] = await documentsOf(applicationId)
    const id = front?.id ?? ''
    const seenBy = async (browser: OperatorBrowser) => (await world.view(browser, applicationId, id)).status
    const halfway = world.operatorBrowser()
    granted(await halfway.request('operatorSignIn', { mail: world.mail, password: world.password }))
    const visitor = world.operatorBrowser()
    expect([await seenBy(visitor), await seenBy(at), await seenBy(halfway)]).toEqual([401, 401, 401])
    const shown = await at.browser.fetch(`/api/img/api=get-img&id=${id}&kind=6`)
    expect(shown.status).toBe(404)
    const other = await world.applicant()
    await world.handIn(other, { documentKind: 'passport', person: { legalName: '別 人' } })
    const another = await decide(other)
    expect((await world.view(yui, another.applicationId, id)).status).toBe(404)
    expect((await world.view(yui, applicationId, randomUUID())).status).toBe(404)
    expect(await yui.request('operatorApplication', { applicationId: 999_999 })).toMatchObject({
      code: 'notFound',
    })
  })

  test('every single view is a line in the audit log, and no cache may store the picture', async () => {
    const at = await world.applicant()
    await world.handIn(at, { person: { legalName: '記録 子' } })
    const { applicationId } = await decide(at)
    const documents = await documentsOf(applicationId)
    const from = (await world.audit()).length
    for (const { id } of [...documents, ...documents]) {
      const seen = await world.view(yui, applicationId, id)
      expect(seen.headers.get('cache-control')).toContain('no-store')
      expect(seen.headers.get('content-disposition')).toBe('inline')
    }
    const lines = await auditFrom(from)
    expect(lines).toHaveLength(6)
    for (const line of lines)
      expect(line).toMatchObject({
        action: 'operatorIdentityDocument',
        subject: `application:${applicationId}`,
        operator: world.mail,
      })
  })

  test('a file that was changed or renamed cannot be decrypted', async () => {
    const at = await world.applicant()
    await world.handIn(at, { person: { legalName: '改 変' } })
    const { applicationId } = await decide(at)
    const [front, back, selfie] = await documentsOf(applicationId)
    if (!front || !back || !selfie) throw new Error('documents are missing')
    const { storage } = world.context
    const bytes = await storage.get(`identity/${front.id}.bin`)
    if (!bytes) throw new Error('no file')
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
    await storage.delete(`identity/${front.id}.bin`)
    await storage.put(`identity/${front.id}.bin`, changed)
    await storage.delete(`identity/${back.id}.bin`)
    await storage.put(`identity/${back.id}.bin`, bytes)
    for (const { id } of [front, back]) {
      const seen = await world.view(yui, applicationId, id)
      expect(seen.status).toBe(409)
      expect(await seen.json()).toMatchObject({ code: 'documentUnreadable' })
    }
    expect((await world.view(yui, applicationId, selfie.id)).status).toBe(200)
    expect(world.logged.join('')).toContain('identity-document-unreadable')
    expect(world.logged.join('')).not.toContain('改 変')
  })
})

describe('the retention of documents', () => {
  test('documents are deleted the operators’ number of days after the decision; the record of the check stays', async () => {
    const kept = granted(await yui.request('operatorApplicationSetting', {})).keptDays
    granted(await yui.request('operatorSetApplicationSetting', { keptDays: { approved: 3, refused: 1 } }))
    const [approved, refused] = [await world.applicant(), await world.applicant()]
    await world.handIn(approved, { person: { legalName: '保管 子' } })
    await world.handIn(refused, { person: { legalName: '不可 子' } })
    const [first, second] = [await decide(approved), await decide(refused)]
    granted(await yui.request('operatorApproveApplication', first))
    const words = { reason: 'other', message: '', reapplyAfterDays: null } as const
    granted(await yui.request('operatorRefuseApplication', { ...second, ...words }))
    const from = (await world.audit()).length
    const goneAfter = async (days: number) => {
      const later = { ...world.context, now: () => world.clock.nowMs + days * dayMs }
      await deleteIdentityDocuments(later)
      return Promise.all(
        [approved, refused].map(async (at) => (await stateOf(at)).documentsDeletedAt !== null),
      )
    }
    expect(await goneAfter(0.99)).toEqual([false, false])
    expect(await goneAfter(1)).toEqual([false, true])
    expect(await goneAfter(3)).toEqual([true, true])
    const lines = (await auditFrom(from)).filter(({ action }) => action === 'identityDocumentsDeleted')
    expect(lines.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([`application:${first.applicationId}`, `application:${second.applicationId}`]),
    )
    const { application } = granted(
      await yui.request('operatorApplication', { applicationId: first.applicationId }),
    )
    expect(application).toMatchObject({
      person: null,
      documents: [],
      state: 'approved',
      decidedBy: world.mail,
      documentKind: 'driversLicence',
    })
    granted(await yui.request('operatorSetApplicationSetting', { keptDays: kept }))
  })

  test('a withdrawn application is deleted at once; one that is never submitted, after three days', async () => {
    const before = (await files()).length
    const at = await world.applicant()
    await world.handIn(at, { person: { legalName: '取下 子' } })
    granted(await at.request('withdrawApplication', {}))
    expect((await stateOf(at)).state).toBe('none')
    expect((await files()).length).toBe(before)
    const lazy = await world.applicant()
    granted(await lazy.request('beginApplication', { documentKind: 'passport' }))
    await world.upload(lazy, 'front')
    await deleteIdentityDocuments({ ...world.context, now: () => world.clock.nowMs + 2.9 * dayMs })
    expect((await stateOf(lazy)).state).toBe('draft')
    await deleteIdentityDocuments({ ...world.context, now: () => world.clock.nowMs + 3.1 * dayMs })
    expect((await stateOf(lazy)).state).toBe('none')
  })

  test('files left by a crash, and replaced pictures, are deleted', async () => {
    const at = await world.applicant()
    await world.handIn(at, { documentKind: 'passport', person: { legalName: '残 骸' } })
    const { applicationId } = await decide(at)
    const id = randomUUID()
    await world.context.db
      .insertInto('identity_document')
      .values({
        id,
        application_id: applicationId,
        side: 'front',
        upload_id: randomUUID(),
        wrapped_key: Buffer.alloc(8),
        created_at: new Date(world.clock.nowMs),
      })
      .execute()
    await world.context.storage.put(`identity/${id}.bin`, await documentPicture())
    await deleteIdentityDocuments(world.context)
    expect(await world.context.storage.get(`identity/${id}.bin`)).not.toBeNull()
    await deleteIdentityDocuments({ ...world.context, now: () => world.clock.nowMs + 3_600_001 })
    expect(await world.context.storage.get(`identity/${id}.bin`)).toBeNull()
    expect(await documentsOf(applicationId)).toHaveLength(2)
  })

  test('an erased member’s application is deleted; the export names it, but not its contents', async () => {
    const at = await world.applicant()
    const person = { legalName: '退会 子', legalKana: 'タイカイ コ', birthDate: '1993-03-03' }
    await world.handIn(at, { person })
    const exported = await applicationsOfMember(world.context.db, at.id)
    expect(exported).toMatchObject([{ state: 'submitted', documentKind: 'driversLicence' }])
    expect(JSON.stringify(exported)).not.toMatch(/退会|1993/)
    const { applicationId } = await decide(at)
    const ids = (await documentsOf(applicationId)).map(({ id }) => id)
    await inTransaction(world.context.db, (tx) => eraseApplications(world.context, tx, at.id))
    expect(await documentsOf(applicationId)).toEqual([])
    await deleteIdentityDocuments(world.context)
    for (const id of ids) expect(await world.context.storage.get(`identity/${id}.bin`)).toBeNull()
    const namesake = await world.applicant()
    await world.handIn(namesake, { person })
    const again = await decide(namesake)
    const detail = granted(await yui.request('operatorApplication', { applicationId: again.applicationId }))
    expect(detail.application.isDuplicate).toBe(false)
  })
})
