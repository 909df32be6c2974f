import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StorageUnavailable } from '#adapters/storage/port.ts'
import { uploadBytesMax, uploadImagePath } from '#contract/images/images.ts'
import { createHttpListener } from '#server/app/http-listener.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { jpeg, picture, type UploadAnswer, uploadSteps } from './upload-steps.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const { upload, originalOf, claim, rowsOf } = uploadSteps(() => world)
const code = (answer: UploadAnswer) => `${answer.status} ${answer.code}`

describe('an upload', () => {
  test('becomes an image of its own id, for its owner alone', async () => {
    const broadcaster = await world.broadcaster()
    const answer = await upload(broadcaster, await jpeg())
    expect(answer).toEqual({ type: 'success', status: 200, imageId: answer.imageId, width: 40, height: 30 })
    expect(answer.imageId).toMatch(/^[0-9a-f]{32}$/)
    const [facts] = await world.database.sql`
      SELECT owner_id, kind, purpose, width, height, bytes FROM image WHERE id = ${answer.imageId ?? ''}`
    const bytes = (await originalOf(answer.imageId))?.length
    expect(facts).toEqual({ owner_id: broadcaster.id, kind: 6, purpose: null, width: 40, height: 30, bytes })
    const address = `/api/img/api=get-img&id=${answer.imageId}&kind=6&size=60`
    const seenBy = async (person: Person) =>
      (await world.request(address, { headers: { cookie: person.cookie } })).status
    expect([await seenBy(broadcaster), await seenBy(await world.caller(0))]).toEqual([200, 404])
  })

  test('is upright and has no metadata of place, time and camera', async () => {
    const ofCaller = await world.caller(0)
    const sent = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#c33' } })
      .withExif({
        IFD0: { Make: 'SecretPhone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 29/1', GPSLongitude: '139/1 44/1 28/1' },
      })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretPlace</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const before = await sharp(sent).metadata()
    expect([Boolean(before.exif), Boolean(before.icc), Boolean(before.xmp)]).toEqual([true, true, true])
    const { imageId, width, height } = await upload(ofCaller, sent)
    expect([width, height]).toEqual([1280, 2560])
    const kept = await originalOf(imageId)
    const facts = await sharp(kept ?? '').metadata()
    expect([facts.exif, facts.icc, facts.xmp, facts.iptc, facts.orientation]).toEqual(
      Array(5).fill(undefined),
    )
    expect([facts.format, facts.space, facts.width, facts.height]).toEqual(['jpeg', 'srgb', 1280, 2560])
    expect(kept?.toString('latin1')).not.toMatch(/Secret|Exif|GPS/)
  })

  test.each([
    ['a PNG', () => picture().png().toBuffer()],
    ['a WebP', () => picture().webp().toBuffer()],
    ['an AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
    ['a GIF', () => picture().gif().toBuffer()],
  ])('accepts %s', async (_name, make) => {
    const answer = await upload(await world.caller(0), await make())
    expect(answer).toMatchObject({ status: 200, width: 40, height: 30 })
  })

  test('of an animation keeps its first frame, and white where it was transparent', async () => {
    const frame = (background: object) =>
      sharp({ create: { width: 20, height: 20, channels: 4, background } })
    const frames = [
      await frame({ r: 0, g: 0, b: 0, alpha: 0 }),
      await frame({ r: 255, g: 0, b: 0, alpha: 1 }),
    ]
    const buffers = await Promise.all(frames.map((each) => each.png().toBuffer()))
    const animation = await sharp(buffers, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(2)
    const answer = await upload(await world.caller(0), animation)
    expect(answer).toMatchObject({ status: 200, width: 20, height: 20 })
    const first = await sharp((await originalOf(answer.imageId)) ?? '')
      .raw()
      .toBuffer()
    expect([...first.subarray(0, 3)]).toEqual([255, 255, 255])
  })
})

describe('what is no upload is refused', () => {
  test('without a session, from another site, without an id of ours', async () => {
    const ofCaller = await world.caller(0)
    const bytes = await jpeg()
    expect(code(await upload(null, bytes))).toBe('401 notLoggedIn')
    const foreign = { origin: 'https://evil.example', host: 'koyoi.example' }
    expect(code(await upload(ofCaller, bytes, randomUUID(), foreign))).toBe('403 foreignOrigin')
    expect(code(await upload(ofCaller, bytes, 'my-picture'))).toBe('400 badInput')
    const get = await world.request(uploadImagePath, { headers: { cookie: ofCaller.cookie } })
    expect(get.status).toBe(405)
    expect(await rowsOf(ofCaller)).toEqual([])
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  test.each([
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('こんばんは')],
    ['an SVG', () => Buffer.from(svg)],
    ['an SVG that begins like an AVIF', () => Buffer.from(`<!--ftypavif-->${svg}`)],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['half a picture', async () => (await picture(600, 600).png().toBuffer()).subarray(0, 300)],
    ['a TIFF', () => picture().tiff().toBuffer()],
    ['the beginning of a picture and noise', () => Buffer.from('ffd8ffe000104a4649460001', 'hex')],
  ])('%s is no image, whatever it is called', async (_name, make) => {
    const ofCaller = await world.caller(0)
    const answer = await upload(ofCaller, await make(), randomUUID(), { 'content-type': 'image/jpeg' })
    expect(code(answer)).toBe('415 imageUnreadable')
    expect(answer.message).toBe(
      '画像を読み込めませんでした。JPEG、PNG、WebP、AVIF、GIFの画像を選んでください。',
    )
    expect(await rowsOf(ofCaller)).toEqual([])
  })

  test('a bomb: few bytes that would decode to billions of pixels', async () => {
    const bomb = await picture(1, 1).png().toBuffer()
    // 65,535 × 65,535 in the header; the checksum is the chunk's own.
    bomb.writeUInt32BE(65_535, 16)
    bomb.writeUInt32BE(65_535, 20)
    const zlib = await import('node:zlib')
    bomb.writeUInt32BE(zlib.crc32(bomb.subarray(12, 29)), 29)
    const before = process.memoryUsage().rss
    expect(code(await upload(await world.caller(0), bomb))).toBe('413 imageTooManyPixels')
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('too many bytes: at once when it says so, else as soon as there are too many', async () => {
    const ofCaller = await world.caller(0)
    const length = { 'content-length': String(uploadBytesMax + 1) }
    expect(code(await upload(ofCaller, Buffer.from('x'), randomUUID(), length))).toBe('413 uploadTooLarge')
    let sent = 0
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 1_000_000
        controller.enqueue(new Uint8Array(1_000_000))
      },
    })
    expect(code(await upload(ofCaller, endless))).toBe('413 uploadTooLarge')
    expect(sent).toBeLessThan(uploadBytesMax + 5_000_000)
  })

  test('an interrupted one stores nothing', async () => {
    const ofCaller = await world.caller(0)
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('the tunnel')),
    })
    expect(code(await upload(ofCaller, broken))).toBe('408 uploadCutOff')
    expect(await rowsOf(ofCaller)).toEqual([])
  })

  test('more at once than a member may, and more than a member may in a minute', async () => {
    const ofCaller = await world.caller(0)
    const hanging = Array.from({ length: 4 }, () => {
      const [isRead, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const pull = async (controller: ReadableStreamDefaultController) => {
        isRead.resolve()
        await end.promise
        controller.close()
      }
      const body = new ReadableStream({ pull }, { highWaterMark: 0 })
      return { answer: upload(ofCaller, body), isRead: isRead.promise, end: end.resolve }
    })
    await Promise.all(hanging.map(({ isRead }) => isRead))
    expect(code(await upload(ofCaller, Buffer.from('x')))).toBe('429 uploadTooMany')
    for (const { end } of hanging) end()
    for (const { answer } of hanging) expect(code(await answer)).toBe('415 imageUnreadable')

    const other = await world.caller(0)
    const answers: string[] = []
    for (let i = 0; i < 31; i += 1) answers.push(code(await upload(other, Buffer.from('x'))))
    expect(answers.filter((answer) => answer === '415 imageUnreadable')).toHaveLength(30)
    expect(answers.at(-1)).toBe('429 uploadTooMany')
  })

  test('slow senders block nobody, however many they are', async () => {
    const over = Promise.withResolvers<void>()
    const trickle = () => {
      const isReading = Promise.withResolvers<void>()
      const pull = async (controller: ReadableStreamDefaultController) => {
        controller.enqueue(new Uint8Array(1))
        isReading.resolve()
        await over.promise
        controller.close()
      }
      return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), isReading: isReading.promise }
    }
    const slow: Promise<UploadAnswer>[] = []
    for (let member = 0; member < 12; member += 1) {
      const sender = await world.caller(0)
      for (let own = 0; own < 4; own += 1) {
        const { body, isReading } = trickle()
        const answer = upload(sender, body)
        slow.push(answer)
        await Promise.race([isReading, answer])
      }
    }
    expect(await upload(await world.caller(0), await jpeg())).toMatchObject({ status: 200 })
    over.resolve()
    expect((await Promise.all(slow)).map(code)).toEqual(Array(48).fill('415 imageUnreadable'))
  })

  test('more than 200 in a day', async () => {
    const ofCaller = await world.caller(0)
    await world.database.sql`
      INSERT INTO image (id, owner_id, kind, path, upload_id)
      SELECT 'day-' || n, ${ofCaller.id}, 6, 'day.jpg', gen_random_uuid() FROM generate_series(1, 200) n`
    expect(code(await upload(ofCaller, await jpeg()))).toBe('429 uploadTooMany')
    await world.database.sql`
      UPDATE image SET created_at = now() - interval '25 hours' WHERE id = 'day-1'`
    expect(await upload(ofCaller, await jpeg())).toMatchObject({ status: 200 })
  })
})

describe('the same id again', () => {
  test('is the same image, one after the other and at once', async () => {
    const broadcaster = await world.broadcaster()
    const bytes = await jpeg()
    const id = randomUUID()
    const first = await upload(broadcaster, bytes, id)
    expect(await upload(broadcaster, bytes, id)).toEqual(first)
    const at = randomUUID()
    const [one, two] = await Promise.all([upload(broadcaster, bytes, at), upload(broadcaster, bytes, at)])
    expect(one).toMatchObject({ status: 200 })
    expect(two).toEqual(one)
    expect(await rowsOf(broadcaster)).toHaveLength(2)
  })

  test('of another member is another image', async () => {
    const [one, two] = [await world.caller(0), await world.caller(0)]
    const bytes = await jpeg()
    const id = randomUUID()
    const [first, second] = [await upload(one, bytes, id), await upload(two, bytes, id)]
    expect(second.status).toBe(200)
    expect(second.imageId).not.toBe(first.imageId)
  })

  test('completes what an outage of the storage left open', async () => {
    const broadcaster = await world.broadcaster()
    const bytes = await jpeg()
    const id = randomUUID()
    const { storage } = world.context
    world.context.storage = {
      ...storage,
      put: async (key) => {
        throw new StorageUnavailable(key, new Error('down'))
      },
    }
    // The routes read the context at each request, as the product's own never changes.
    const failed = await upload(broadcaster, bytes, id)
    world.context.storage = storage
    expect(failed).toMatchObject({ status: 503, code: 'storageUnavailable' })
    const [row] = await rowsOf(broadcaster)
    expect(await claim(broadcaster, row?.id)).toEqual({ refused: 'imageGone' })
    expect(await upload(broadcaster, bytes, id)).toMatchObject({ status: 200, imageId: row?.id })
    expect(await claim(broadcaster, row?.id)).toEqual({ width: 40, height: 30 })
  })
})

describe('over the wire', () => {
  let server: Server
  beforeAll(async () => {
    server = createServer(createHttpListener(world.context, null)).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const send = async (person: Person, body: Uint8Array | ReadableStream) => {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}${uploadImagePath}?id=${randomUUID()}`, {
      method: 'POST',
      headers: { cookie: person.cookie },
      body: body as BodyInit,
      duplex: 'half',
      signal: AbortSignal.timeout(20_000),
    } as RequestInit)
    return { status: response.status, ...((await response.json()) as { code?: string }) }
  }

  test('a photograph of some megabytes passes the limit of other bodies', async () => {
    const noise = sharp(randomBytes(1200 * 900 * 3), { raw: { width: 1200, height: 900, channels: 3 } })
    const photograph = await noise.png().toBuffer()
    expect(photograph.length).toBeGreaterThan(3_000_000)
    expect(await send(await world.caller(0), photograph)).toMatchObject({ status: 200, width: 1200 })
  })

  test('too many bytes are answered, not cut off', async () => {
    const ofCaller = await world.caller(0)
    expect(await send(ofCaller, new Uint8Array(uploadBytesMax + 1))).toMatchObject({ code: 'uploadTooLarge' })
  })
})
