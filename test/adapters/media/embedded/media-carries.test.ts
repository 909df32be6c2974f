import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import { setTwoPartyKind } from '#adapters/media/two-party.ts'
import { SyntheticCall } from '../support/synthetic-call.ts'

let media: EmbeddedMedia
beforeAll(async () => {
  const log = { error: () => undefined, info: () => undefined }
  media = createEmbeddedMedia({ udpPort: 0, bindAddress: '0.0.0.0', log })
  await media.start()
})
afterAll(() => media.stop())

const patience = { timeout: 20_000, interval: 50 }
const carried = (call: SyntheticCall) => call.reading().segments.map(({ carries }) => carries)

test('a broadcaster who sends neither picture nor sound lets the meter stand, and either lets it run again', async () => {
  const call = await SyntheticCall.connect(media)
  expect(carried(call)).toEqual(['video'])
  const { sends } = call.ofBroadcaster ?? {}
  if (!sends) throw new Error('nobody sends')
  sends.picture = false
  sends.sound = false
  await expect.poll(() => carried(call), patience).toEqual(['video', 'nothing'])
  expect(call.events.map(({ type }) => type)).toContain('carries')
  expect(call.happened()).not.toContain('lost')
  const { chargedMs } = call.reading()
  sends.sound = true
  await expect.poll(() => carried(call), patience).toEqual(['video', 'nothing', 'video'])
  await expect.poll(() => call.reading().chargedMs, patience).toBeGreaterThan(chargedMs)
  await call.close()
})

test('a broadcaster who says to be off is off, whatever is sent', async () => {
  const call = await SyntheticCall.connect(media, 'voice')
  await media.setSending(call.roomId, { microphone: false, camera: false })
  await expect.poll(() => carried(call), patience).toEqual(['voice', 'nothing'])
  // The sound still goes on to the payer.
  const packets = call.ofCaller?.packets ?? 0
  await expect.poll(() => call.ofCaller?.packets ?? 0, patience).toBeGreaterThan(packets + 50)
  const { chargedMs, pendingMs } = call.reading()
  await media.setSending(call.roomId, { microphone: true, camera: false })
  await expect
    .poll(() => call.reading().chargedMs + call.reading().pendingMs, patience)
    .toBeGreaterThan(chargedMs + pendingMs)
  await call.close()
})

test('a video call begins without a picture when the broadcaster says so, and a picture that is only said costs nothing', async () => {
  const call = await SyntheticCall.open(media, 'video', {
    broadcasterSends: { microphone: true, camera: false },
  })
  const joining = call.join()
  await expect.poll(() => call.ofBroadcaster, patience).not.toBeNull()
  if (call.ofBroadcaster) call.ofBroadcaster.sends.picture = false
  await joining
  await media.setSending(call.roomId, { microphone: true, camera: true })
  await expect.poll(() => call.reading().decidedIncrements, patience).toBeGreaterThan(1)
  expect(carried(call)).toEqual(['voice'])
  if (call.ofBroadcaster) call.ofBroadcaster.sends.picture = true
  await expect.poll(() => carried(call), patience).toEqual(['voice', 'video'])
  await call.close()
})

test('a voice call takes pictures once it is a video call, from the next increment, without losing a side', async () => {
  const call = await SyntheticCall.connect(media, 'voice')
  expect((await setTwoPartyKind(media, call.roomId, 'video'))?.decidedIncrements).toBe(1)
  await call.publishPicture()
  await expect.poll(() => carried(call), patience).toEqual(['voice', 'video'])
  expect(call.reading().segments[1]?.firstIncrement).toBe(1)
  expect(call.happened()).not.toContain('lost')
  expect(await media.setKind('no such room', 'video')).toBeNull()
  await call.close()
})

test('an offer of a picture that overtakes the change of kind has its picture once the room knows', async () => {
  const call = await SyntheticCall.connect(media, 'voice')
  await call.publishPicture('video')
  await setTwoPartyKind(media, call.roomId, 'video')
  await expect.poll(() => carried(call), patience).toEqual(['voice', 'video'])
  await call.close()
})
