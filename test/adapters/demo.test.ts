import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseIvf } from '#adapters/demo/ivf.ts'
import { createDemoSupervisor, type DemoSupervisor } from '#adapters/demo/supervisor.ts'
import { createEmbeddedMedia } from '#adapters/media/embedded.ts'
import { type Receiver, startReceiver } from './demo-receiver.ts'
import { openMediaEndpoints } from './media/support/media-endpoints.ts'
import { broadcasterId, launchBrowser, payerId, Stage } from './media/support/stage.ts'

/** Four seconds of a seeded clip: two keyframes, and the seam comes soon. */
const loopFrames = 80
/** Half a second before and after the seam. */
const seamFrames = 10
const seeded = new URL('../../seed/clips/', import.meta.url)

let folder: string
let receiver: Receiver
let studio: DemoSupervisor

async function writeShortClip(): Promise<void> {
  const ivf = await readFile(new URL('p01.ivf', seeded))
  const frames = parseIvf(ivf).frames.slice(0, loopFrames)
  const bytes = 32 + frames.reduce((sum, frame) => sum + 12 + frame.length, 0)
  await writeFile(join(folder, 'short.ivf'), ivf.subarray(0, bytes))
  await writeFile(join(folder, 'short.opus'), await readFile(new URL('p01.opus', seeded)))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-clip-'))
  await writeShortClip()
  receiver = await startReceiver()
  studio = createDemoSupervisor({
    log: { info: () => {}, error: () => {} },
    clipsFolder: pathToFileURL(`${folder}/`),
  })
})

afterAll(async () => {
  await studio?.stop()
  await receiver?.close()
  await rm(folder, { recursive: true })
})

let calls = 0
/** Another one each time: a second try of a test must not find the first one's. */
const call = (kind: 'voice' | 'video') => ({
  callId: `call-${++calls}`,
  whipUrl: receiver.whipUrl,
  token: 'a-token',
  kind,
  clipId: 'short',
})

test('a video call is seen and heard, over the seam of the clip without a freeze, and left again', async () => {
  const ofBroadcaster = call('video')
  onTestFinished(() => studio.leave(ofBroadcaster.callId))
  const before = receiver.requests.length
  await studio.join(ofBroadcaster)
  expect(receiver.requests.slice(before)).toContainEqual({
    method: 'POST',
    path: new URL(receiver.whipUrl).pathname,
    authorization: 'Bearer a-token',
  })
  const resource = `/resource/${receiver.requests.filter(({ method }) => method === 'POST').length}`

  await receiver.until(({ framesDecoded }) => framesDecoded > 0, 10_000)
  // Around the seam only: elsewhere a machine that stands still for 200 ms makes a freeze, too.
  const beforeSeam = await receiver.until(
    ({ framesDecoded }) => framesDecoded >= loopFrames - seamFrames,
    15_000,
  )
  const overSeam = await receiver.until(
    ({ framesDecoded }) => framesDecoded >= loopFrames + seamFrames,
    15_000,
  )
  expect(beforeSeam.framesDecoded).toBeLessThan(loopFrames)
  expect(overSeam.freezes - beforeSeam.freezes).toBe(0)
  const looped = await receiver.until(({ framesDecoded }) => framesDecoded > loopFrames * 1.5, 15_000)
  expect(looped.keyFramesDecoded).toBeGreaterThanOrEqual(3)
  expect(looped.audioEnergy).toBeGreaterThan(0.001)
  expect(looped.width).toBe(480)

  // Right after a keyframe of the clip, so that its next keyframe is two seconds away.
  const passed = await receiver.until((now) => now.keyFramesDecoded > looped.keyFramesDecoded, 4_000)
  await receiver.askForKeyframe()
  const answered = await receiver.until((now) => now.keyFramesDecoded > passed.keyFramesDecoded, 5_000)
  expect(answered.pictureLossesSent).toBeGreaterThan(0)
  expect(answered.framesDecoded - passed.framesDecoded).toBeLessThan(20)

  studio.leave(ofBroadcaster.callId)
  await expect
    .poll(() => receiver.requests, { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ method: 'DELETE', path: resource }))
})

test('a voice call is sound alone, and a faulty endpoint is tried again', async () => {
  receiver.failNext(503, 2)
  const offersBefore = receiver.requests.filter(({ method }) => method === 'POST').length
  const ofBroadcaster = call('voice')
  await studio.join(ofBroadcaster)
  expect(receiver.requests.filter(({ method }) => method === 'POST').length - offersBefore).toBe(3)
  const heard = await receiver.until(({ audioEnergy }) => audioEnergy > 0.001, 10_000)
  expect(heard.hasVideo).toBe(false)
  studio.leave(ofBroadcaster.callId)
})

test('a refusal of the endpoint is the answer, at once', async () => {
  receiver.failNext(401, 1)
  await expect(studio.join(call('video'))).rejects.toThrow('401')
})

test('through the media server of the app a caller sees and hears the broadcaster, and is charged', async () => {
  const media = createEmbeddedMedia({
    udpPort: 0,
    bindAddress: '0.0.0.0',
    log: { info: () => {}, error: () => {} },
  })
  const browser = await launchBrowser()
  try {
    await media.start()
    const stage = await Stage.open(media, browser)
    const endpoints = await openMediaEndpoints(media)
    const whipUrl = `${endpoints.origin}/whip/${stage.roomId}/${broadcasterId}`
    await studio.join({ ...call('video'), callId: stage.roomId, whipUrl })
    const caller = await stage.enter(payerId)
    await caller.subscribe()
    await caller.seesMore(loopFrames)
    await caller.hearsMore()
    expect(stage.happened()).toEqual(['connected'])
    expect(stage.reading().chargedMs).toBeGreaterThan(2_000)
    studio.leave(stage.roomId)
    await stage.happens(`lost ${broadcasterId}`)
    await stage.close()
    await endpoints.close()
  } finally {
    await browser.close()
    await media.stop()
  }
})

test('when its process dies, the call is published again', async () => {
  const ofBroadcaster = call('voice')
  await studio.join(ofBroadcaster)
  const offersBefore = receiver.requests.length
  const [child] = execFileSync('pgrep', ['-P', `${process.pid}`, '-f', 'adapters/demo/worker.ts'], {
    encoding: 'utf8',
  })
    .split('\n')
    .map(Number)
  process.kill(child ?? 0, 'SIGKILL')
  await expect.poll(() => receiver.requests.length, { timeout: 10_000 }).toBe(offersBefore + 1)
  await receiver.until(({ audioEnergy }) => audioEnergy > 0.001, 10_000)
  await studio.stop()
  expect(receiver.requests.at(-1)?.method).toBe('DELETE')
})
