import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSendBatching, preloading } from '#adapters/media/embedded/send-batching/send-batching.ts'

const program = fileURLToPath(new URL('./one-turn.c', import.meta.url))
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koyoi-test-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const hasCompiler = (() => {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe.skipIf(process.platform !== 'linux' || !hasCompiler)('with a C compiler', () => {
  /** What arrived, by the program's own labels; see one-turn.c. */
  const sendOneTurn = (
    library: string | null,
    ...how: ('refuse' | 'full' | `${number}`)[]
  ): Map<string, string[]> => {
    const file = join(folder, 'one-turn')
    execFileSync('cc', ['-O1', '-pthread', '-rdynamic', '-o', file, program])
    const env = library === null ? {} : preloading(library)
    const output = execFileSync(file, how, { env, encoding: 'utf8' })
    return new Map(
      output
        .trim()
        .split('\n')
        .map((line) => {
          const [label = '', ...arrived] = line.split(/:(?: |$)| (?=\d:)/)
          return [label, arrived.filter(Boolean)] as const
        }),
    )
  }
  let library = ''
  beforeAll(async () => {
    const built = await buildSendBatching(folder)
    if ('missing' in built) throw new Error(built.missing)
    library = built.library
  })

  it("sends a receiver's packets of one turn as one datagram that the kernel cuts", () => {
    const arrived = sendOneTurn(library)
    expect(arrived.get("frame, before the turn's end")).toEqual([])
    expect(arrived.get('frame')).toEqual(['0:3500:1000:128-131', '1:3500:1000:128-131'])
  })

  it('keeps the order where sizes differ, and a packet alone is no train', () => {
    expect(sendOneTurn(library).get('sizes')).toEqual([
      '0:200:0:130-130',
      '0:2000:1000:131-132',
      '0:1200:0:133-133',
    ])
  })

  it('divides what is more than a train holds', () => {
    expect(sendOneTurn(library).get('many')).toEqual(['1:44000:1000:128-171', '1:16000:1000:172-187'])
  })

  it('sends at once what is no media, too long, or from another thread', () => {
    const arrived = sendOneTurn(library)
    const atOnce = arrived.get('STUN, DTLS and a long packet, at once')
    // What was kept before a long packet leaves before it.
    expect(atOnce).toEqual(['0:100:0:0-0', '0:100:0:20-20', '0:1000:0:128-128', '0:1473:0:129-129'])
    expect(arrived.get('from another thread, at once')).toEqual(['0:100:0:128-128'])
  })

  it('sends the packets one by one where trains are refused', () => {
    const refused = sendOneTurn(library, 'refuse')
    const frame = [0, 1].flatMap((to) =>
      [1000, 1000, 1000, 500].map((bytes, at) => `${to}:${bytes}:0:${128 + at}-${128 + at}`),
    )
    expect(refused.get('frame')).toEqual(frame)
    expect(refused.get('many')).toHaveLength(60)
  })

  it('waits for a full buffer, and loses what it does not take in time and nothing else', () => {
    const frame = ['0:3500:1000:128-131', '1:3500:1000:128-131']
    expect(sendOneTurn(library, 'full', '5').get('frame')).toEqual(frame)
    const lossy = sendOneTurn(library, 'full', '6')
    expect(lossy.get('frame')).toEqual(frame.slice(1))
    expect(lossy.get('sizes')).toHaveLength(3)
  })

  it('changes nothing but that', () => {
    const single = sendOneTurn(null)
    expect(single.get("frame, before the turn's end")).toHaveLength(8)
    expect(single.get('frame')).toEqual([])
  })

  it('is built again when what was built before does not load here', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'koyoi-test-'))
    const file = join(elsewhere, basename(library))
    await writeFile(file, 'built for another machine')
    expect(await buildSendBatching(elsewhere, 'no-such-compiler')).toEqual({ missing: expect.any(String) })
    expect(await buildSendBatching(elsewhere)).toEqual({ library: file })
    expect(sendOneTurn(file).get('frame')).toHaveLength(2)
    await rm(elsewhere, { recursive: true })
  })

  it('is built once, and leaves nothing unfinished', async () => {
    expect(await buildSendBatching(folder, 'no-such-compiler')).toEqual({ library })
    expect((await readdir(folder)).filter((name) => name.includes('.so.'))).toEqual([])
  })
})

it('is left out, with the reason, where there is no compiler or the build fails', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'koyoi-test-'))
  expect(await buildSendBatching(empty, 'no-such-compiler')).toEqual({ missing: expect.any(String) })
  expect(await buildSendBatching(empty, 'false')).toEqual({ missing: expect.any(String) })
  expect(await readdir(empty)).toEqual([])
  await rm(empty, { recursive: true })
})

it('is preloaded beside what the operator preloads', () => {
  expect(preloading('/a.so', undefined)).toEqual({ LD_PRELOAD: '/a.so' })
  expect(preloading('/a.so', '/b.so')).toEqual({ LD_PRELOAD: '/a.so:/b.so' })
})
