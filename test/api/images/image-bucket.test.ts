import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpiredImages } from '#server/images/jobs.ts'
import { isEvidence } from '#server/moderation/report-queries.ts'
import { openS3StandIn, type S3StandIn } from '#test/helpers/stand-ins/s3-stand-in.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { jpeg, uploadSteps } from './upload-steps.ts'

const account = {
  bucket: 'koyoi-originals',
  region: 'ap-northeast-1',
  accessKeyId: 'AKIAKOYOITEST',
  secretAccessKey: 'secret',
}
let bucket: S3StandIn
let world: TestWorld
beforeAll(async () => {
  bucket = await openS3StandIn(account)
  const env = {
    S3_BUCKET: account.bucket,
    S3_REGION: account.region,
    S3_ACCESS_KEY_ID: account.accessKeyId,
    S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    S3_ENDPOINT: bucket.url,
  }
  world = await createTestWorld({ env })
})
afterAll(async () => {
  await world.close()
  await bucket.close()
})

const { upload } = uploadSteps(() => world)

test('with a bucket, images are stored there, shown from there, and deleted there', async () => {
  const broadcaster = await world.broadcaster()
  const { imageId = '' } = await upload(broadcaster, await jpeg())
  expect([...bucket.objects.keys()]).toEqual([`images/${imageId}.jpg`])
  await broadcaster.request('updateAvatar', { imageId })
  const show = async () => {
    const response = await world.request(`/api/img/api=get-img&id=${imageId}&kind=1&size=180`)
    return [response.status, response.headers.get('content-type')?.split(';')[0]]
  }
  expect(await show()).toEqual([200, 'image/jpeg'])

  // Variants of this machine are shown while the bucket is down; a missing variant is an outage, not a
  // missing image.
  bucket.failNext('slowDown', 3)
  expect(await show()).toEqual([200, 'image/jpeg'])
  await rm(path.join(world.context.config.dataDir, 'cache'), { recursive: true })
  expect(await show()).toEqual([503, 'application/json'])
  expect(await show()).toEqual([200, 'image/jpeg'])

  await broadcaster.request('updateAvatar', { imageId: null })
  await world.database.sql`UPDATE image SET expires_at = now() WHERE id = ${imageId}`
  await deleteExpiredImages(world.context, isEvidence)
  expect(bucket.objects.size).toBe(0)
  expect(await show()).toEqual([404, 'application/json'])
})
