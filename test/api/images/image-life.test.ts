import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredImages } from '#server/images/jobs.ts'
import { isEvidence } from '#server/moderation/report-queries.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { jpeg, picture, uploadSteps } from './upload-steps.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const { upload, originalOf, claim, rowsOf } = uploadSteps(() => world)

describe('the job of expired images', () => {
  const originals = async () => readdir(path.join(world.context.config.dataDir, 'images'))

  test('deletes, with their files, uploads that were unused for a day, and nothing else', async () => {
    const broadcaster = await world.broadcaster()
    const [unused, used, fresh] = await Promise.all(
      [1, 2, 3].map(async (width) =>
        upload(
          broadcaster,
          await picture(width * 10, 10)
            .jpeg()
            .toBuffer(),
        ),
      ),
    )
    await claim(broadcaster, used?.imageId)
    const seen = `/api/img/api=get-img&id=${unused?.imageId}&kind=6&size=60`
    expect((await world.request(seen, { headers: { cookie: broadcaster.cookie } })).status).toBe(200)
    await world.database.sql`
      UPDATE image SET expires_at = expires_at - interval '24 hours', created_at = created_at - interval '24 hours'
      WHERE id IN ${world.database.sql([unused?.imageId ?? '', used?.imageId ?? ''])}`
    await deleteExpiredImages(world.context, isEvidence)
    expect((await rowsOf(broadcaster)).map(({ id }) => id).sort()).toEqual(
      [used?.imageId, fresh?.imageId].sort(),
    )
    const files = await originals()
    expect(files).not.toContain(`${unused?.imageId}.jpg`)
    expect(files).toEqual(expect.arrayContaining([`${used?.imageId}.jpg`, `${fresh?.imageId}.jpg`]))
    const variants = await readdir(path.join(world.context.config.dataDir, 'cache', 'images'))
    expect(variants).not.toContain(unused?.imageId)
  })

  test('deletes nothing that is being claimed, and the same upload again stores an expired image again', async () => {
    const ofCaller = await world.caller(0)
    const [bytes, id] = [await jpeg(), randomUUID()]
    const { imageId } = await upload(ofCaller, bytes, id)
    await world.database
      .sql`UPDATE image SET expires_at = now() + interval '4 minutes' WHERE id = ${imageId ?? ''}`
    expect(await claim(ofCaller, imageId)).toEqual({ refused: 'imageGone' })
    const again = await upload(ofCaller, bytes, id)
    expect(again.imageId).not.toBe(imageId)
    expect(await claim(ofCaller, again.imageId)).toEqual({ width: 40, height: 30 })
    expect(await upload(ofCaller, bytes, id)).toEqual(again)
    await world.database.sql`UPDATE image SET expires_at = now() WHERE id = ${imageId ?? ''}`
    await deleteExpiredImages(world.context, isEvidence)
    expect((await rowsOf(ofCaller)).map((row) => row.id)).toEqual([again.imageId])
  })

  test('deletes an unsent image unless operators received a report of it', async () => {
    const [broadcaster, ofCaller] = [await world.broadcaster(), await world.caller(0)]
    const send = async () => {
      const { imageId = '' } = await upload(broadcaster, await jpeg())
      const sent = await broadcaster.request('sendImageFromWeb', {
        messageId: randomUUID(),
        partnerId: ofCaller.id,
        imageId,
        imagePoints: null,
      })
      return {
        imageId,
        messageId: 'message' in sent && typeof sent.message === 'object' ? sent.message.id : '',
      }
    }
    const reported = await send()
    const report = { reportId: randomUUID(), surface: 'chat', reason: 'sexual' } as const
    const answer = await ofCaller.request('addReport', {
      ...report,
      partnerId: broadcaster.id,
      messageId: reported.messageId,
    })
    expect(answer).toMatchObject({ type: 'success' })
    const unreported = await send()
    for (const { messageId } of [reported, unreported])
      await broadcaster.request('unsendMessage', { messageId })
    // For three days a late report still finds it.
    for (let day = 1; day <= 3; day += 1) {
      expect((await deleteExpiredImages(world.context, isEvidence)).deleted).toBe(0)
      await world.database
        .sql`UPDATE image SET expires_at = expires_at - interval '24 hours' WHERE owner_id = ${broadcaster.id}`
    }
    expect((await deleteExpiredImages(world.context, isEvidence)).deleted).toBe(1)
    expect((await rowsOf(broadcaster)).map(({ id }) => id)).toEqual([reported.imageId])
    expect(await originalOf(reported.imageId)).not.toBeNull()
    expect((await deleteExpiredImages(world.context, isEvidence)).deleted).toBe(0)
  })

  test('deletes the files of an erased member', async () => {
    const ofCaller = await world.caller(0)
    const { imageId } = await upload(ofCaller, await jpeg())
    await claim(ofCaller, imageId)
    await world.database.sql`DELETE FROM member WHERE id = ${ofCaller.id}`
    expect(await originals()).toContain(`${imageId}.jpg`)
    await deleteExpiredImages(world.context, isEvidence)
    expect(await originals()).not.toContain(`${imageId}.jpg`)
    expect(await deleteExpiredImages(world.context, isEvidence)).toEqual({ deleted: 0 })
  })
})

describe('a portrait', () => {
  const avatarOf = async (person: Person): Promise<string | null> => {
    const answer = await person.request('getMyUserInfo', {})
    return 'user' in answer ? answer.user.avatarId : 'failure'
  }
  const statusOf = async (imageId = '', kind = 1) =>
    (await world.request(`/api/img/api=get-img&id=${imageId}&kind=${kind}&size=60`)).status

  test('is an upload that everybody sees from then on; the one before is deleted a day later', async () => {
    const broadcaster = await world.broadcaster()
    const first = (await upload(broadcaster, await jpeg())).imageId ?? ''
    expect(await statusOf(first)).toBe(404)
    expect(await broadcaster.request('updateAvatar', { imageId: first })).toMatchObject({
      user: { avatarId: first },
    })
    expect([await statusOf(first), await statusOf(first, 6)]).toEqual([200, 404])
    expect(await broadcaster.request('updateAvatar', { imageId: first })).toMatchObject({ type: 'success' })

    const second = (await upload(broadcaster, await jpeg())).imageId ?? ''
    await broadcaster.request('updateAvatar', { imageId: second })
    expect(await avatarOf(broadcaster)).toBe(second)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    expect(await broadcaster.request('updateAvatar', { imageId: first })).toMatchObject({ code: 'imageGone' })
    await world.database.sql`UPDATE image SET expires_at = now() WHERE id = ${first}`
    await deleteExpiredImages(world.context, isEvidence)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])

    expect(await broadcaster.request('updateAvatar', { imageId: null })).toMatchObject({
      user: { avatarId: null },
    })
    expect(await avatarOf(broadcaster)).toBeNull()
  })

  test('cannot be another member’s image, nor one that was sent in a chat', async () => {
    const [ofCaller, other] = [await world.caller(0), await world.caller(0)]
    const imageId = (await upload(ofCaller, await jpeg())).imageId ?? ''
    expect(await other.request('updateAvatar', { imageId })).toMatchObject({ code: 'imageGone' })
    await claim(ofCaller, imageId)
    expect(await ofCaller.request('updateAvatar', { imageId })).toMatchObject({ code: 'imageGone' })
    expect(await avatarOf(ofCaller)).toBeNull()
    expect(await statusOf(imageId)).toBe(404)
  })
})
