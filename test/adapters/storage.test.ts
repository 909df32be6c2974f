import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskStorage } from '#adapters/storage/disk.ts'
import { type Storage, type StorageKey, StorageKeyTaken, StorageUnavailable } from '#adapters/storage/port.ts'
import { createS3Storage, type S3Settings } from '#adapters/storage/s3.ts'
import { openS3StandIn, type S3StandIn } from '#test/helpers/stand-ins/s3-stand-in.ts'

const account = {
  bucket: 'koyoi-originals',
  region: 'ap-northeast-1',
  accessKeyId: 'AKIAKOYOITEST',
  secretAccessKey: 'a/secret+of/the=tests',
}
const s3Of = ({ url }: S3StandIn, settings: Partial<S3Settings> = {}) =>
  createS3Storage({ ...account, endpoint: url, ...settings }, { connectMs: 500, answerMs: 500 })

interface Stage {
  storage: Storage
  /** Another process on the same originals. */
  beside: Storage
  close(): Promise<void>
}

const stages: Record<string, () => Promise<Stage>> = {
  disk: async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'koyoi-storage-'))
    return {
      storage: createDiskStorage(root),
      beside: createDiskStorage(root),
      close: () => rm(root, { recursive: true }),
    }
  },
  'S3 (a stand-in)': async () => {
    const standIn = await openS3StandIn(account)
    return { storage: s3Of(standIn), beside: s3Of(standIn), close: () => standIn.close() }
  },
}

describe.each(Object.entries(stages))('the storage on %s', (_name, open) => {
  let stage: Stage
  beforeEach(async () => {
    stage = await open()
  })
  afterEach(() => stage.close())

  test('gives back what was put, of any size', async () => {
    for (const [index, size] of [1, 70_000, 3_000_000].entries()) {
      const bytes = randomBytes(size)
      await stage.storage.put(`images/of_size-${index}.jpg`, bytes)
      expect((await stage.beside.get(`images/of_size-${index}.jpg`))?.equals(bytes)).toBe(true)
    }
  })

  test('returns a range of what was put, both ends included, and nothing of what is not there', async () => {
    const bytes = randomBytes(300_000)
    await stage.storage.put('videos/ranged.mp4', bytes)
    const read = async (first: number, last: number) => {
      const stream = await stage.beside.openRange('videos/ranged.mp4', { first, last })
      return stream && Buffer.concat(await stream.toArray())
    }
    expect(await read(0, 0)).toEqual(bytes.subarray(0, 1))
    expect(await read(1_000, 250_000)).toEqual(bytes.subarray(1_000, 250_001))
    expect(await read(299_999, 299_999)).toEqual(bytes.subarray(-1))
    expect(await stage.storage.openRange('videos/missing.mp4', { first: 0, last: 1 })).toBeNull()
  })

  test('stores a file and returns it bit by bit; a used key stays as it is', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'koyoi-file-'))
    const bytes = randomBytes(2_000_000)
    const file = path.join(folder, 'export.zip')
    await writeFile(file, bytes)
    await stage.storage.putFile('exports/1-a.zip', file)
    const opened = await stage.beside.open('exports/1-a.zip')
    expect(opened?.bytes).toBe(bytes.length)
    const parts: Buffer[] = []
    for await (const part of opened?.stream ?? []) parts.push(part)
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    await writeFile(file, 'other')
    await expect(stage.storage.putFile('exports/1-a.zip', file)).rejects.toBeInstanceOf(StorageKeyTaken)
    expect((await stage.storage.get('exports/1-a.zip'))?.equals(bytes)).toBe(true)
    await rm(folder, { recursive: true })
  })

  test('knows what isn’t there', async () => {
    expect(await stage.storage.get('images/nothing.jpg')).toBeNull()
    expect(await stage.storage.open('exports/nothing.zip')).toBeNull()
    await stage.storage.delete('images/nothing.jpg')
  })

  test('never puts other bytes under a key, however many try at once; the same again are fine', async () => {
    const tries = Array.from({ length: 8 }, (_, n) => Buffer.from(`picture ${n % 4}`))
    const ends = await Promise.allSettled(
      tries.map((bytes, n) => (n % 2 ? stage.storage : stage.beside).put('images/one.jpg', bytes)),
    )
    const kept = (await stage.storage.get('images/one.jpg')) ?? Buffer.alloc(0)
    for (const [n, end] of ends.entries()) {
      if (tries[n]?.equals(kept)) expect(end.status).toBe('fulfilled')
      else expect(end).toMatchObject({ status: 'rejected', reason: expect.any(StorageKeyTaken) })
    }
    await stage.beside.put('images/one.jpg', kept)
    expect(await stage.storage.get('images/one.jpg')).toEqual(kept)
  })

  test('deletes, and accepts other bytes then', async () => {
    await stage.storage.put('images/a.jpg', Buffer.from('old'))
    await stage.beside.delete('images/a.jpg')
    expect(await stage.storage.get('images/a.jpg')).toBeNull()
    await stage.storage.put('images/a.jpg', Buffer.from('new'))
    expect(await stage.storage.get('images/a.jpg')).toEqual(Buffer.from('new'))
  })

  test.each([
    'images/../secret',
    'images/a/b.jpg',
    '../images/a.jpg',
    'postgres/PG_VERSION',
    'images/.jpg',
    '',
  ])('%j is no key', async (text) => {
    const key = text as StorageKey
    expect(await stage.storage.get(key)).toBeNull()
    await expect(stage.storage.put(key, Buffer.from('x'))).rejects.toThrow(TypeError)
    await expect(stage.storage.delete(key)).rejects.toThrow(TypeError)
  })
})

describe('on disk', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'koyoi-storage-'))
  })
  afterEach(() => rm(root, { recursive: true }))

  test('no draft is left behind, whatever became of it', async () => {
    const storage = createDiskStorage(root)
    await storage.put('images/a.jpg', Buffer.from('one'))
    await expect(storage.put('images/a.jpg', Buffer.from('two'))).rejects.toThrow(StorageKeyTaken)
    expect(await readdir(path.join(root, 'images'))).toEqual(['a.jpg'])
  })

  test('a folder that can’t be used is an outage', async () => {
    await writeFile(path.join(root, 'images'), 'not a folder')
    const storage = createDiskStorage(root)
    await expect(storage.put('images/a.jpg', Buffer.from('x'))).rejects.toThrow(StorageUnavailable)
    await expect(storage.get('images/a.jpg')).rejects.toThrow(StorageUnavailable)
  })
})

describe('on S3', () => {
  let standIn: S3StandIn
  beforeEach(async () => {
    standIn = await openS3StandIn(account)
  })
  afterEach(() => standIn.close())

  const put = (storage = s3Of(standIn)) => storage.put('images/a.jpg', Buffer.from('picture'))

  test.each<[string, Partial<S3Settings>, string]>([
    ['another secret', { secretAccessKey: 'wrong' }, '403'],
    ['another key', { accessKeyId: 'AKIAOTHER' }, '403'],
    ['another region', { region: 'us-east-1' }, '400'],
    ['another bucket', { bucket: 'elsewhere' }, '404'],
  ])('%s is refused at once, and nothing is stored', async (_name, settings, status) => {
    const storage = s3Of(standIn, settings)
    await expect(put(storage)).rejects.toThrow(StorageUnavailable)
    await expect(storage.get('images/a.jpg')).rejects.toThrow(StorageUnavailable)
    expect(standIn.answered).toEqual([`PUT images/a.jpg ${status}`, `GET images/a.jpg ${status}`])
    expect(standIn.objects.size).toBe(0)
  })

  test('what isn’t signed is refused', async () => {
    await put()
    const response = await fetch(`${standIn.url}/${account.bucket}/images/a.jpg`)
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('<Code>AccessDenied</Code>'),
    ])
  })

  test('a signature is good for its own request alone', async () => {
    const seen: Record<string, string>[] = []
    const { createServer } = await import('node:http')
    const tap = createServer((incoming, outgoing) => {
      seen.push(incoming.headers as Record<string, string>)
      outgoing.writeHead(400).end()
    })
    await new Promise<void>((resolve) => tap.listen(0, '127.0.0.1', resolve))
    const address = tap.address() as { port: number }
    const tapped = s3Of({ ...standIn, url: `http://127.0.0.1:${address.port}` })
    await expect(tapped.get('images/a.jpg')).rejects.toThrow(StorageUnavailable)
    tap.close()
    const { host: _, connection: __, ...headers } = seen[0] ?? {}
    const replayed = await fetch(`${standIn.url}/${account.bucket}/images/b.jpg?x-id=GetObject`, { headers })
    expect([replayed.status, await replayed.text()]).toEqual([
      403,
      expect.stringContaining('<Code>SignatureDoesNotMatch</Code>'),
    ])
  })

  test('a service that is busy is tried again', async () => {
    standIn.failNext('slowDown', 2)
    await put()
    standIn.failNext('slowDown', 2)
    expect(await s3Of(standIn).get('images/a.jpg')).toEqual(Buffer.from('picture'))
    expect(standIn.answered.map((line) => line.split(' ').at(-1))).toEqual([
      ...['slowDown', 'slowDown', '200'],
      ...['slowDown', 'slowDown', '200'],
    ])
  })

  test('one that stays busy is an outage after three tries', async () => {
    standIn.failNext('slowDown', 9)
    await expect(put()).rejects.toThrow(StorageUnavailable)
    expect(standIn.answered).toHaveLength(3)
  })

  test('an answer that was lost: the same bytes are there, so all is well', async () => {
    standIn.failNext('cut')
    await put()
    expect(standIn.answered.map((line) => line.split(' ').at(-1))).toEqual(['cut', '412', '200'])
    expect(standIn.objects.get('images/a.jpg')).toEqual(Buffer.from('picture'))
  })

  test('half a picture is never accepted: it is read again, and given up the second time', async () => {
    const picture = randomBytes(200_000)
    const storage = s3Of(standIn)
    await storage.put('images/a.jpg', picture)
    standIn.failNext('cut')
    expect((await storage.get('images/a.jpg'))?.equals(picture)).toBe(true)
    standIn.failNext('cut', 9)
    await expect(storage.get('images/a.jpg')).rejects.toThrow(StorageUnavailable)
  })

  test('silence ends', async () => {
    await put()
    standIn.failNext('silent', 9)
    await expect(s3Of(standIn).get('images/a.jpg')).rejects.toThrow(StorageUnavailable)
    await expect(put()).rejects.toThrow(StorageUnavailable)
    await standIn.close()
    await expect(put()).rejects.toThrow(StorageUnavailable)
    standIn = await openS3StandIn(account)
  }, 30_000)
})
