import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { reportImagePath, reportVideoPath } from '#contract/moderation/moderation.ts'
import { deleteExpiredImages } from '#server/images/jobs.ts'
import { isEvidence } from '#server/moderation/report-queries.ts'
import { deleteExpiredVideos } from '#server/videos/jobs.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { jpeg, uploadSteps } from '../images/upload-steps.ts'
import { type OperatedWorld, withOperators } from '../operators/operated-world.ts'
import { granted, type OperatorWorld } from '../operators/operator-world.ts'
import { videoSteps } from '../videos/video-steps.ts'
import { code, comment, commentsOn, idsIn, post } from './timeline-steps.ts'

let operators: OperatorWorld
let world: TestWorld
let at: OperatedWorld['at']
const { upload } = uploadSteps(() => world)
withOperators((made) => {
  ;({ operators, world, at } = made)
})

/** The newest report about a member, as an operator reads it. */
const read = async (reported: Person) => {
  const { reports } = granted(await at.request('operatorReports', { state: 'open', memberId: reported.id }))
  return granted(await at.request('operatorReport', { reportId: reports[0]?.id ?? 0 })).report
}

const report = (from: Person, input: { postId: string; commentId?: string; reportId?: string }) =>
  from.request('reportTimeline', { reportId: randomUUID(), reason: 'harassment', ...input })

it('a reported post is shown to operators as it was, with images that its deletion doesn’t take', async () => {
  const [author, reader] = [await world.broadcaster(), await world.caller(0)]
  const { imageId = '' } = await upload(author, await jpeg())
  // The console's world has a storage of its own.
  await operators.context.storage.put(`images/${imageId}.jpg`, await jpeg())
  const { postId } = await post(author, { text: 'もとの言葉', images: [imageId] })
  expect(await report(author, { postId })).toEqual(code('reportSelf'))
  const reportId = randomUUID()
  expect(await report(reader, { postId, reportId })).toEqual({ type: 'success' })
  expect(await report(reader, { postId, reportId })).toEqual({ type: 'success' })
  await author.request('deleteTimeline', { postId })
  await world.database.sql`update image set expires_at = now() - interval '1 day' where id = ${imageId}`
  await deleteExpiredImages(operators.context, isEvidence)
  const seen = await read(author)
  expect(seen).toMatchObject({
    ...{ surface: 'timeline', reports: 1, reporter: { id: reader.id } },
    timeline: { text: 'もとの言葉', images: [{ imageId }], comment: null, now: 'gone' },
  })
  expect((await at.browser.fetch(`${reportImagePath}/${seen.id}/${imageId}`)).status).toBe(200)
})

it('a reported movie stays for operators alone when its post is deleted, until its evidence ends', async () => {
  const [author, reader] = [await world.broadcaster(), await world.caller(0)]
  const { postId, movie } = await post(author, { videoId: await videoSteps(() => world).ready(author) })
  const { fileId = '', poster = '' } = movie ?? {}
  expect(await report(reader, { postId })).toEqual({ type: 'success' })
  await author.request('deleteTimeline', { postId })
  await world.database.sql`update image set expires_at = now() - interval '1 day' where id = ${poster}`
  // The console's world has a storage of its own.
  const [file] = await world.database.sql`
    select key from video_file where video_id = ${fileId} and role = '720'`
  await operators.context.storage.put(file?.key, Buffer.from('version 720'))
  await deleteExpiredVideos(operators.context)
  await deleteExpiredImages(operators.context, isEvidence)
  const seen = await read(author)
  expect(seen).toMatchObject({ timeline: { movie: { fileId, poster }, now: 'gone' } })
  const address = `${reportVideoPath}/${seen.id}/720.mp4`
  const [shown, again] = [await at.browser.fetch(address), await at.browser.fetch(address)]
  expect([shown.status, await shown.text(), shown.headers.get('cache-control')]).toEqual([
    ...[200, 'version 720', 'private, no-store'],
  ])
  expect(again.status).toBe(200)
  expect(
    await world.database.sql`select from operator_audit where action = 'operatorReportVideo'`,
  ).toHaveLength(1)
  expect((await world.request(address, { headers: { cookie: author.cookie } })).status).toBe(401)
  expect(await world.database.sql`select from image where id = ${poster}`).toHaveLength(1)
  await world.database.sql`update video set kept_until = now() - interval '1 second' where id = ${fileId}`
  await deleteExpiredVideos(operators.context)
  expect(await world.database.sql`select from video where id = ${fileId}`).toHaveLength(0)
})

it('an operator removes a post or a comment with a reason in the audit log, and shows it again', async () => {
  const [author, caller, reader] = [await world.broadcaster(), await world.caller(0), await world.caller(0)]
  const { postId } = await post(author)
  const { commentId } = await comment(caller, postId, 'ひどい言葉')
  expect(await report(reader, { postId, commentId })).toEqual({ type: 'success' })
  expect(await read(caller)).toMatchObject({
    timeline: { comment: { commentId, text: 'ひどい言葉', author: { id: caller.id } }, now: 'shown' },
  })
  const remove = (isRemoved: boolean, only?: string) =>
    at.request('operatorRemoveTimeline', {
      ...{ postId, isRemoved, reason: '規約に反するため' },
      ...(only ? { commentId: only } : {}),
    })
  granted(await remove(true, commentId))
  expect(await commentsOn(reader, postId)).toEqual([])
  expect(await caller.request('deleteTimelineComment', { commentId })).toEqual(code('notFound'))
  granted(await remove(false, commentId))
  expect(await commentsOn(reader, postId)).toHaveLength(1)
  granted(await remove(true))
  expect(await idsIn(reader)).not.toContain(postId)
  expect(await author.request('editTimeline', { postId, text: 'a' })).toEqual(code('notFound'))
  expect(await author.request('deleteTimeline', { postId })).toEqual(code('notFound'))
  granted(await remove(false))
  expect(await idsIn(reader)).toContain(postId)
  const lines = await world.database.sql`
    select subject, after from operator_audit where action = 'operatorRemoveTimeline' order by id`
  expect(lines).toMatchObject([
    { subject: `comment:${commentId}`, after: { isRemoved: true, reason: '規約に反するため' } },
    { subject: `comment:${commentId}` },
    { subject: `post:${postId}`, after: { isRemoved: true } },
    { subject: `post:${postId}` },
  ])
})
