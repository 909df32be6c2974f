import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { UploadedImage } from '#contract/images/images.ts'
import type { Endpoints } from '#contract/index.ts'
import { uploadOperatorImagePath } from '#contract/legal/operator/message-pages.ts'
import { deleteExpiredImages } from '#server/images/jobs.ts'
import { isEvidence } from '#server/moderation/report-queries.ts'
import { signInForm } from '../account/auth-world.ts'
import {
  createOperatorWorld,
  granted,
  type OperatorBrowser,
  type OperatorWorld,
} from '../operators/operator-world.ts'

let world: OperatorWorld
let operator: OperatorBrowser
let visitor: OperatorBrowser
beforeAll(async () => {
  world = await createOperatorWorld()
  operator = await world.signedIn()
  visitor = world.operatorBrowser()
})
afterAll(() => world.close())

type Save = RequestOf<Endpoints['operatorSaveMessagePage']>

const inHours = (hours: number) => new Date(world.clock.nowMs + hours * 3_600_000).toISOString()
const draft = (change: Partial<Save> = {}): Save => ({
  id: randomUUID(),
  name: `autumn-${randomUUID().slice(0, 8)}`,
  title: '秋の夜長に',
  lead: 'ゆっくり話しませんか。',
  markdown: '**今夜**から',
  imageId: null,
  button: { label: 'さがす', target: 'search' },
  publishedFrom: inHours(-1),
  publishedUntil: null,
  isListed: true,
  basedOn: null,
  ...change,
})
const save = (page: Save) => operator.request('operatorSaveMessagePage', page)
const read = (name: string) => visitor.request('getMessagePage', { name })
const listed = async () => granted(await visitor.request('getMessagePages', {})).pages.map(({ name }) => name)

describe('a message page', () => {
  it('is visible to everybody once it is published, and listed', async () => {
    const page = draft()
    expect(granted(await save(page)).revision).toBe(1)
    expect(granted(await read(page.name)).page).toMatchObject({
      title: '秋の夜長に',
      html: '<p><strong>今夜</strong>から</p>',
      button: { label: 'さがす', target: 'search' },
    })
    expect(await listed()).toContain(page.name)
    expect((await world.audit()).at(-1)).toMatchObject({
      action: 'operatorSaveMessagePage',
      subject: `message:${page.name}`,
    })
  })

  it('is visible by its address alone when it is not listed', async () => {
    const page = draft({ isListed: false })
    granted(await save(page))
    expect(await read(page.name)).toMatchObject({ type: 'success' })
    expect(await listed()).not.toContain(page.name)
  })

  it.each([
    ['before its time', { publishedFrom: '2100-01-01T00:00:00.000Z' }],
    ['after it', { publishedFrom: '2020-01-01T00:00:00.000Z', publishedUntil: '2020-02-01T00:00:00.000Z' }],
  ])('with %s is like one that does not exist', async (_, change) => {
    const page = draft(change)
    granted(await save(page))
    expect(await read(page.name)).toEqual(await read('nobody-made-it'))
    expect(await read(page.name)).toMatchObject({ code: 'notFound' })
    expect(await listed()).not.toContain(page.name)
  })

  it('is created once however often it is sent, and changed only from its current revision', async () => {
    const page = draft()
    granted(await save(page))
    expect(granted(await save(page)).revision).toBe(1)
    expect(await save({ ...page, id: randomUUID() })).toMatchObject({ code: 'messageNameTaken' })
    const change = { ...page, id: randomUUID(), title: '冬の夜に', basedOn: 1 }
    expect(granted(await save(change)).revision).toBe(2)
    expect(await save({ ...change, id: randomUUID(), title: '春の夜に' })).toMatchObject({
      code: 'messageChanged',
    })
    expect(granted(await operator.request('operatorMessagePage', { name: page.name })).page).toMatchObject({
      title: '冬の夜に',
      revision: 2,
    })
  })

  it.each([
    ['messageTitleMissing', { title: ' ' }],
    ['messageTextEmpty', { markdown: '\n' }],
    ['messageTimesWrong', { publishedUntil: '2020-01-01T00:00:00.000Z' }],
    ['notFound', { basedOn: 1 }],
    ['imageGone', { imageId: 'nobodys' }],
    ['badInput', { name: 'Not A Name' }],
    ['badInput', { button: { label: '行く', target: 'https://evil.example' } }],
  ])('is refused with %s', async (code, change) => {
    expect(await save(draft(change as Partial<Save>))).toMatchObject({ code })
  })
})

describe('its picture', () => {
  const drawn = () =>
    sharp({ create: { width: 640, height: 360, channels: 3, background: '#403060' } })
      .png()
      .toBuffer()
  const upload = async (by: OperatorBrowser, id: string, bytes: Uint8Array) => {
    const answer = await by.browser.fetch(`${uploadOperatorImagePath}?id=${id}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
    })
    return { status: answer.status, body: (await answer.json()) as UploadedImage & { code?: string } }
  }
  const shown = async (imageId: string) =>
    (await visitor.browser.fetch(`/api/img/api=get-img&id=${imageId}&kind=6&size=480`)).status

  it('is uploaded by operators alone, once, and shown to nobody before a page shows it', async () => {
    const id = randomUUID()
    const { body } = await upload(operator, id, await drawn())
    expect((await upload(operator, id, await drawn())).body).toEqual(body)
    expect(await shown(body.imageId)).toBe(404)
    granted(await save(draft({ imageId: body.imageId })))
    expect(await shown(body.imageId)).toBe(200)

    expect((await upload(visitor, randomUUID(), await drawn())).status).toBe(401)
    const member = world.operatorBrowser()
    await member.browser.post('/api/auth/callback/login', signInForm())
    expect((await upload(member, randomUUID(), await drawn())).status).toBe(401)
    const halfway = world.operatorBrowser()
    granted(await halfway.request('operatorSignIn', { mail: world.mail, password: world.password }))
    expect((await upload(halfway, randomUUID(), await drawn())).body.code).toBe('secondStepMissing')
    expect((await upload(operator, randomUUID(), Buffer.from('<svg/>'))).body.code).toBe('imageUnreadable')
  })

  it('stays while a page shows it, and is deleted some time after the last page drops it', async () => {
    const { imageId } = (await upload(operator, randomUUID(), await drawn())).body
    const { sql } = world.context
    const page = draft({ imageId })
    const other = draft({ imageId })
    granted(await save(page))
    granted(await save(other))
    const expiry = async () =>
      (await sql<{ expires_at: Date | null }[]>`select expires_at from image where id = ${imageId}`)[0]
        ?.expires_at
    granted(await save({ ...page, id: randomUUID(), imageId: null, basedOn: 1 }))
    expect(await expiry()).toBeNull()
    await deleteExpiredImages(world.context, isEvidence)
    expect(await shown(imageId)).toBe(200)
    granted(await save({ ...other, id: randomUUID(), imageId: null, basedOn: 1 }))
    expect(await expiry()).not.toBeNull()
    await sql`update image set expires_at = now() - interval '1 minute' where id = ${imageId}`
    await deleteExpiredImages(world.context, isEvidence)
    expect(await shown(imageId)).toBe(404)
    expect(await save(draft({ imageId }))).toMatchObject({ code: 'imageGone' })
  })
})
