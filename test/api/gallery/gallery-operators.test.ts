import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { operatorGalleryImagePath, operatorGalleryVideoPath } from '#contract/gallery/operator.ts'
import { removalTextMax } from '#contract/gallery/removal.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { eraseClaimants } from '#server/gallery/actions/add-claim.ts'
import { returnRemoved } from '#server/gallery/actions/return-purchase.ts'
import { deleteExpiredImages } from '#server/images/jobs.ts'
import { isEvidence } from '#server/moderation/report-queries.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { earningsOf, walletOf } from '#server/points/queries.ts'
import { deleteExpiredVideos } from '#server/videos/jobs.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { operatorCookie } from '../operators/operator-cookie.ts'
import { videoSteps } from '../videos/video-steps.ts'
import { gallerySteps } from './gallery-steps.ts'

let world: TestWorld
let operator: string
const { uploaded, draft, pass, published, seen, statusOf, versionOf, idsOf } = gallerySteps(() => world)
const { ready } = videoSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  operator = await operatorCookie(world)
})
afterEach(async () => expect(await checkLedger(world.context.db)).toEqual([]))
afterAll(() => world.close())

type Answer<Name extends EndpointName> = OutputOf<Endpoints[Name]> | { type: 'error'; code: string }

/** As somebody with this cookie, or without one. */
const post = async <Name extends EndpointName>(
  name: Name,
  input: RequestOf<Endpoints[Name]>,
  { cookie = '', address = undefined as string | undefined } = {},
): Promise<Answer<Name>> => {
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) }
  const body = JSON.stringify(input)
  const response = await world.request(endpoints[name].path, { method: 'POST', headers, body }, address)
  return (await response.json()) as Answer<Name>
}
const operate = <Name extends EndpointName>(name: Name, input: RequestOf<Endpoints[Name]>) =>
  post(name, input, { cookie: operator })
const remove = (itemId: string, isReturned = true) =>
  operate('operatorRemoveGalleryItem', { itemId, reason: 'consent', note: '本人の申し出', isReturned })
const look = (path: string, cookie = operator) => world.request(path, { headers: { cookie } })
/** The end of the addresses of an item's files for the operator whose cookie this is. */
const signatureFor = async (itemId: string, cookie = operator): Promise<string> => {
  const answer = await post('operatorGalleryItem', { itemId }, { cookie })
  return answer.type === 'error' ? '' : answer.item.signature
}
const linesOf = async (action: string, subject: string) =>
  world.database.sql`select after from operator_audit where action = ${action} and subject = ${subject}`
const set = (change: Partial<RequestOf<Endpoints['operatorSetGallerySetting']>>) =>
  operate('operatorSetGallerySetting', {
    ...{ min: 50, max: 3_000, review: 'before', isWatermarkVisible: false },
    ...change,
  })

it('a picture answers operators through its item, kept blurred after the removal until its end', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller()]
  const [itemId, another] = [await published(owner), await published(owner)]
  await buyer.request('purchaseImage', { itemId, points: 300 })
  const { imageId, signature } = (await seen(buyer, itemId)).cover
  const address = `${operatorGalleryImagePath}/${itemId}/${imageId}?${await signatureFor(itemId)}`
  for (const cookie of ['', owner.cookie, buyer.cookie])
    expect((await look(address, cookie)).status).toBe(401)
  const throughAnother = `${operatorGalleryImagePath}/${another}/${imageId}?${await signatureFor(another)}`
  expect((await look(throughAnother)).status).toBe(404)
  const shown = await look(address)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])

  expect(await remove(itemId)).toEqual({ type: 'success', returned: 1 })
  expect(await remove(itemId)).toMatchObject({ code: 'galleryRemoved' })
  for (const person of [owner, buyer, null])
    expect(await statusOf(person, imageId, signature)).toEqual({ original: 404, blurred: 404 })
  await deleteExpiredImages(world.context, isEvidence)
  expect((await look(address)).status).toBe(200)
  expect([...(await linesOf('operatorGalleryImage', `gallery:${itemId}`))]).toEqual([
    ...[{ after: { image: imageId } }, { after: { image: imageId } }],
  ])

  await world.database.sql`update image set kept_until = now() - interval '1 second' where id = ${imageId}`
  await deleteExpiredImages(world.context, isEvidence)
  expect((await look(address)).status).toBe(404)
  expect(await world.context.storage.get(`images/${imageId}.jpg`)).toBeNull()
})

it('an original’s address opens it for one operator, one item and ten minutes', async () => {
  const owner = await world.broadcaster()
  const [itemId, another] = [await published(owner), await published(owner)]
  const { imageId, signature } = (await seen(owner, itemId)).cover
  const path = `${operatorGalleryImagePath}/${itemId}/${imageId}`
  const signed = await signatureFor(itemId)
  expect((await look(`${path}?${signed}`)).status).toBe(200)
  const colleague = await operatorCookie(world)
  expect((await look(`${path}?${signed}`, colleague)).status).toBe(404)
  expect((await look(`${path}?${await signatureFor(itemId, colleague)}`, colleague)).status).toBe(200)

  const until = Number(new URLSearchParams(signed).get('until'))
  const forged = [
    ...['', signature, await signatureFor(another), `${signed}A`],
    signed.replace(`until=${until}`, `until=${until + 600}`),
  ]
  for (const end of forged) expect((await look(`${path}?${end}`)).status, `${end}`).toBe(404)
  expect(await statusOf(owner, imageId, signed)).toMatchObject({ original: 404 })
  expect(await linesOf('operatorGalleryImage', `gallery:${itemId}`)).toHaveLength(2)

  expect(until * 1_000 - world.context.now()).toBeLessThanOrEqual(10 * 60_000)
  const { now } = world.context
  world.context.now = () => until * 1_000
  expect((await look(`${path}?${signed}`)).status).toBe(404)
  expect((await look(`${path}?${await signatureFor(itemId)}`)).status).toBe(200)
  world.context.now = now
})

it('a video answers operators through its item, kept blurred after the removal until its end', async () => {
  const owner = await world.broadcaster()
  const [itemId, videoId] = [randomUUID(), await ready(owner, 31)]
  const written = { title: '夜の海', price: 300, tags: [], imageIds: [], appearsAt: null }
  await owner.request('saveGalleryItem', { ...written, itemId, kind: 'video', videoId })
  await owner.request('submitGalleryItem', { itemId })
  await pass(itemId)
  const path = `${operatorGalleryVideoPath}/${itemId}/720.mp4`
  const address = `${path}?${await signatureFor(itemId)}`
  for (const cookie of ['', owner.cookie]) expect((await look(address, cookie)).status).toBe(401)
  expect((await look(address, await operatorCookie(world))).status).toBe(404)
  const { video } = await seen(owner, itemId)
  const elsewhere = address.replace(itemId, randomUUID())
  for (const wrong of [path, `${path}?${video?.signature}`, elsewhere])
    expect((await look(wrong)).status).toBe(404)
  await remove(itemId)
  await deleteExpiredVideos(world.context)
  const shown = await look(address)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(await linesOf('operatorGalleryVideo', `gallery:${itemId}`)).toHaveLength(1)
  await world.database.sql`update video set kept_until = now() - interval '1 second' where id = ${videoId}`
  await deleteExpiredVideos(world.context)
  expect((await look(address)).status).toBe(404)
})

it('operators set the bounds of prices, for what is written and submitted from then on', async () => {
  const owner = await world.broadcaster()
  const [cheap, dear] = [await draft(owner, { price: 50 }), await draft(owner, { price: 500 })]
  expect(await set({ min: 300, max: 200 })).toMatchObject({ code: 'galleryBoundsWrong' })
  expect(await set({ min: 100, max: 400 })).toEqual({ type: 'success' })
  expect(await operate('operatorGallerySetting', {})).toMatchObject({ setting: { min: 100, max: 400 } })
  expect(await owner.request('getOwnGalleryItems', {})).toMatchObject({ prices: { min: 100, max: 400 } })
  for (const itemId of [cheap, dear]) {
    expect(await owner.request('submitGalleryItem', { itemId })).toMatchObject({ code: 'galleryPriceWrong' })
    expect(await owner.request('changeGalleryPrice', { itemId, price: 90 })).toMatchObject({
      code: 'galleryPriceWrong',
    })
  }
  expect(await owner.request('changeGalleryPrice', { itemId: cheap, price: 400 })).toEqual({
    type: 'success',
  })
  expect(await owner.request('submitGalleryItem', { itemId: cheap })).toEqual({ type: 'success' })
  await set({})
})

/** So many items that operators have passed, and one of another fate. */
const withPast = async (
  passed: number,
  other?: { state: string; refusedDaysAgo?: number; removedDaysAgo?: number },
) => {
  const owner = await world.broadcaster()
  const { sql } = world.database
  await sql`
    insert into gallery_item (id, owner_id, kind, title, price, state, shown_at, passed_at)
    select gen_random_uuid(), ${owner.id}, 'image', '前の作品', 0, 'published', now(), now()
    from generate_series(1, ${passed}::int)`
  if (other)
    await sql`
      insert into gallery_item (id, owner_id, kind, title, price, state, refusal_reason, refused_at)
      values (gen_random_uuid(), ${owner.id}, 'image', '前の作品', 0, ${other.state},
        ${other.state === 'refused' ? 'other' : null},
        now() - ${other.refusedDaysAgo ?? null}::int * interval '1 day')`
  if (other?.removedDaysAgo !== undefined)
    await sql`
      insert into gallery_removal (item_id, reason, note, removed_at, evidence_until, returns_points)
      select id, 'rights', '', now() - ${other.removedDaysAgo}::int * interval '1 day', now(), false
      from gallery_item where owner_id = ${owner.id} and state = 'removed'`
  return owner
}

it('trusted broadcasters’ items appear first and are reviewed afterwards', async () => {
  const viewer = await world.caller()
  await set({ review: 'trusted' })
  const submitted = async (owner: Person) => {
    const itemId = await draft(owner)
    const answer = await owner.request('getOwnGalleryItems', {})
    await owner.request('submitGalleryItem', { itemId })
    const isSeen = (await idsOf(viewer, { broadcasterId: owner.id })).includes(itemId)
    expect(answer).toMatchObject({ isReviewedAfter: isSeen })
    return { itemId, isSeen }
  }
  const trusted = await submitted(await withPast(10))
  expect(trusted.isSeen).toBe(true)
  for (const [passed, other] of [
    [9, undefined],
    [10, { state: 'refused', refusedDaysAgo: 89 }],
    [10, { state: 'removed', removedDaysAgo: 89 }],
  ] as const)
    expect((await submitted(await withPast(passed, other))).isSeen).toBe(false)
  for (const other of [
    { state: 'refused', refusedDaysAgo: 91 },
    { state: 'removed', removedDaysAgo: 91 },
  ])
    expect((await submitted(await withPast(10, other))).isSeen).toBe(true)
  await set({})

  const queue = await operate('operatorGalleryQueue', {})
  const waiting = queue.type === 'error' ? [] : queue.items
  const { itemId } = trusted
  const [found] = waiting.filter(({ id }) => id === itemId)
  expect(found).toMatchObject({ state: 'unreviewed', owner: { passed: 10, refused: 0 } })
  const review = { itemId, version: found?.version ?? 0, reason: 'person' as const, message: '' }
  expect(await operate('operatorReviewGalleryItem', review)).toEqual({ type: 'success' })
  expect(await operate('operatorReviewGalleryItem', review)).toMatchObject({ code: 'galleryReviewed' })
  expect(await viewer.request('getGalleryItem', { itemId })).toMatchObject({ code: 'notFound' })
})

it('a refusal counts against trust, also when the refused item was changed and deleted', async () => {
  await set({ review: 'trusted' })
  const owner = await withPast(10)
  const isTrusted = async () => {
    const answer = await owner.request('getOwnGalleryItems', {})
    return answer.type === 'success' && answer.isReviewedAfter
  }
  const refusedItem = async () => {
    const itemId = await draft(owner)
    await owner.request('submitGalleryItem', { itemId })
    const refusal = { itemId, version: await versionOf(itemId), reason: 'person', message: '' } as const
    expect(await operate('operatorReviewGalleryItem', refusal)).toEqual({ type: 'success' })
    return itemId
  }
  expect(await isTrusted()).toBe(true)
  const itemId = await refusedItem()
  expect(await owner.request('withdrawGalleryItem', { itemId })).toEqual({ type: 'success', state: null })
  expect(await isTrusted()).toBe(false)

  await world.database.sql`
    update gallery_item set refused_at = now() - interval '91 days' where owner_id = ${owner.id}`
  expect(await isTrusted()).toBe(true)
  const changed = await refusedItem()
  await owner.request('saveGalleryItem', {
    ...{ itemId: changed, title: '別の作品', price: 300, tags: [], appearsAt: null },
    imageIds: [await uploaded(owner)],
  })
  await owner.request('withdrawGalleryItem', { itemId: changed })
  expect(await isTrusted()).toBe(false)
  await set({})
})

const form = (itemId: string, change: object = {}) => ({
  ...{ reportId: randomUUID(), itemId, reason: 'consent' as const, text: '私です' },
  ...{ name: '山田', mail: 'yamada@example.jp' },
  ...change,
})

it('the form tells nobody which items exist, and operators close what they don’t remove', async () => {
  const [owner, member] = [await world.broadcaster(), await world.caller()]
  const [itemId, unknown] = [await published(owner), randomUUID()]
  const hidden = await draft(owner)
  for (const id of [itemId, hidden, unknown])
    expect(await post('requestGalleryRemoval', form(id))).toEqual({ type: 'success' })
  expect(await member.request('reportGalleryItem', form(hidden))).toMatchObject({ code: 'notFound' })
  const claims = async () => {
    const answer = await operate('operatorGalleryClaims', {})
    return answer.type === 'error' ? [] : answer.claims
  }
  const open = await claims()
  expect(open.map(({ item }) => item?.id ?? null)).toEqual([itemId, hidden, null])
  expect(open[0]).toMatchObject({
    ...{ reason: 'consent', text: '私です' },
    from: { memberId: null, name: '山田', mail: 'yamada@example.jp' },
  })
  const claimId = open[0]?.id ?? 0
  expect(await operate('operatorCloseGalleryClaim', { claimId, note: '別の方' })).toEqual({ type: 'success' })
  expect(await operate('operatorCloseGalleryClaim', { claimId, note: '別の方' })).toMatchObject({
    code: 'reportClosed',
  })
  expect(await operate('operatorCloseGalleryClaim', { claimId: 999_999, note: 'x' })).toMatchObject({
    code: 'notFound',
  })
  expect((await claims()).map(({ id }) => id)).not.toContain(claimId)
  expect(await idsOf(member, { broadcasterId: owner.id })).toEqual([itemId])
  expect(await linesOf('operatorCloseGalleryClaim', `gallery:${itemId}`)).toHaveLength(1)
})

it('who asked by the form is forgotten 180 days after the decision', async () => {
  const owner = await world.broadcaster()
  const itemId = await published(owner)
  const { sql } = world.database
  const claim = async (closedDaysAgo: number | null) => {
    const reportId = randomUUID()
    await post('requestGalleryRemoval', form(itemId, { reportId }), { address: '198.51.100.79' })
    await sql`
      update gallery_claim set closed_at = now() - ${closedDaysAgo}::int * interval '1 day'
      where command_id = ${reportId}`
    return async () => {
      const [row] =
        await sql`select name, mail, network, text, reason from gallery_claim where command_id = ${reportId}`
      return row
    }
  }
  const [old, recent, open] = [await claim(181), await claim(179), await claim(null)]
  await eraseClaimants(world.context.db)
  expect(await old()).toEqual({ name: null, mail: null, network: null, text: '', reason: 'consent' })
  for (const kept of [recent, open])
    expect(await kept()).toMatchObject({ name: '山田', mail: 'yamada@example.jp', text: '私です' })
})

it('the form takes twenty requests a day from a network, and a text of bounded length', async () => {
  const address = '198.51.100.77'
  const tooLong = form(randomUUID(), { text: 'あ'.repeat(removalTextMax + 1) })
  expect(await post('requestGalleryRemoval', tooLong, { address })).toMatchObject({
    code: 'reportTextTooLong',
  })
  const network = async () => post('requestGalleryRemoval', form(randomUUID()), { address })
  expect(await network()).toEqual({ type: 'success' })
  await world.database.sql`
    insert into gallery_claim (command_id, item_id, reason, network, name, mail)
    select gen_random_uuid(), item_id, reason, network, name, mail
    from gallery_claim cross join generate_series(1, 18)
    where id = (select max(id) from gallery_claim)`
  expect(await network()).toEqual({ type: 'success' })
  expect(await network()).toMatchObject({ code: 'reportTooOften' })
  const elsewhere = await post('requestGalleryRemoval', form(randomUUID()), { address: '198.51.100.78' })
  expect(elsewhere).toEqual({ type: 'success' })
})

it('what was delivered to one caller is taken down as well, and its points return', async () => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const requestId = randomUUID()
  await caller.request('sendImageRequest', {
    ...{ requestId, partnerId: broadcaster.id, wish: '夜の海', points: 500 },
  })
  const imageIds = [await uploaded(broadcaster)]
  const delivered = await broadcaster.request('deliverImageRequest', { requestId, imageIds })
  const itemId = (delivered.type === 'success' && delivered.request.itemId) || ''
  const { signature } = (await seen(caller, itemId)).cover
  expect(await caller.request('reportGalleryItem', form(itemId))).toEqual({ type: 'success' })
  expect(await remove(itemId)).toEqual({ type: 'success', returned: 1 })
  await returnRemoved(world.context)
  expect(await walletOf(world.context.db, caller.id)).toMatchObject({ point: 1_000 })
  expect(await earningsOf(world.context.db, broadcaster.id)).toEqual({ point: 0 })
  for (const person of [caller, broadcaster]) {
    expect(await statusOf(person, imageIds[0] ?? '', signature)).toEqual({ original: 404, blurred: 404 })
    expect(await person.request('getImageRequests', {})).toMatchObject({
      requests: [{ phase: 'delivered', itemId: null }],
    })
  }
})
