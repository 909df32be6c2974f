import { expect, test } from 'vitest'
import { parseRtcp } from '#adapters/media/embedded/rtp/rtcp.ts'
import { isRtcp, parseRtp, type RtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import type { Clip } from './clip.ts'
import { createClipPlayer, nearestKeyframe } from './clip-player.ts'

/** 40 frames of 50 ms, a keyframe every 10; a frame's and a packet's first byte say its number. */
const clip: Clip = {
  loopMs: 2000,
  frameMs: 50,
  frames: Array.from({ length: 40 }, (_, index) =>
    index % 10 === 0 ? [Buffer.of(index, 0), Buffer.of(index, 1)] : [Buffer.of(index, 0)],
  ),
  keyframes: [0, 10, 20, 30],
  audio: Array.from({ length: 100 }, (_, index) => Buffer.of(index)),
}
const audio = { ssrc: 11, payloadType: 111 }
const video = { ssrc: 22, payloadType: 96 }
const wallMs = Date.UTC(2026, 10, 20, 12)

type Sent = RtpHeader & { number: number }

/** A player in virtual time, from 5000 ms on, ticked every 10 ms as in the process. */
function stage(kind: 'voice' | 'video' = 'video') {
  const packets: Sent[] = []
  const reports: Buffer[] = []
  let nowMs = 5000
  const player = createClipPlayer({
    clip,
    audio,
    video: kind === 'video' ? video : undefined,
    send: (packet) => {
      if (isRtcp(packet)) reports.push(Buffer.from(packet))
      const header = isRtcp(packet) ? null : parseRtp(packet)
      if (header) packets.push({ ...header, number: packet.readUInt8(header.payloadStart) })
    },
    startMs: nowMs,
    startWallMs: wallMs,
    firstSequence: 65_530,
    firstTimestamp: 4_294_960_000,
  })
  return {
    player,
    reports,
    of: (stream: { ssrc: number }) => packets.filter((packet) => packet.ssrc === stream.ssrc),
    now: () => nowMs,
    run(forMs: number) {
      for (const end = nowMs + forMs; nowMs < end; nowMs += 10) player.tick(nowMs)
    },
    stall(forMs: number) {
      nowMs += forMs
    },
  }
}

const steps = (values: number[], modulus: number) =>
  values.slice(1).map((value, index) => (value - (values[index] ?? 0) + modulus) % modulus)

test('sequence numbers and timestamps go on over the seam of the loop and over their own wrap', () => {
  const { run, of } = stage()
  run(4100)
  for (const stream of [audio, video]) {
    expect(
      new Set(
        steps(
          of(stream).map((packet) => packet.sequence),
          0x10000,
        ),
      ),
    ).toEqual(new Set([1]))
  }
  expect(of(audio)).toHaveLength(205)
  expect(
    new Set(
      steps(
        of(audio).map((packet) => packet.timestamp),
        2 ** 32,
      ),
    ),
  ).toEqual(new Set([960]))
  const frames = of(video).filter((packet) => packet.marker)
  expect(frames).toHaveLength(82)
  expect(
    new Set(
      steps(
        frames.map((packet) => packet.timestamp),
        2 ** 32,
      ),
    ),
  ).toEqual(new Set([4500]))
  expect(frames.map((packet) => packet.number).slice(38, 42)).toEqual([38, 39, 0, 1])
})

test('all packets of a frame share its timestamp and only the last carries the marker', () => {
  const { run, of } = stage()
  run(10)
  const [first, second] = of(video)
  expect(second?.timestamp).toBe(first?.timestamp)
  expect([first?.marker, second?.marker]).toEqual([false, true])
})

test('a voice call sends sound alone', () => {
  const { run, of } = stage('voice')
  run(1000)
  expect(of(audio)).toHaveLength(50)
  expect(of(video)).toHaveLength(0)
})

test('the first receiver gets the clip from its beginning, picture and sound', () => {
  const { run, player, now, of } = stage()
  run(700)
  const before = of(video).length
  player.onRtcp({ type: 'keyframeRequest', ssrc: video.ssrc }, now())
  run(100)
  expect(of(video)[before]?.number).toBe(0)
  const jumped = of(audio).findIndex((packet) => packet.number === 0 && packet.sequence !== 65_530)
  expect(jumped).toBe(35)
})

test('later requests go to the nearest keyframe, and repeats within half a second are one', () => {
  const { run, player, now, of } = stage()
  const requestKeyframe = () => player.onRtcp({ type: 'keyframeRequest', ssrc: video.ssrc }, now())
  requestKeyframe()
  run(850)
  const before = of(video).length
  requestKeyframe()
  run(100)
  requestKeyframe()
  run(100)
  expect(
    of(video)
      .slice(before)
      .filter((packet) => packet.marker)
      .map((packet) => packet.number),
  ).toEqual([20, 21, 22, 23])
})

test('the nearest keyframe may be behind, ahead, or over the seam', () => {
  expect([4, 6, 36, 30].map((frame) => nearestKeyframe(clip, frame))).toEqual([0, 10, 0, 30])
})

test('a lost packet is sent again as it was, an unknown one is not', () => {
  const { run, player, now, of } = stage()
  run(500)
  const lost = of(video)[3]
  const before = of(video).length
  player.onRtcp({ type: 'nack', ssrc: video.ssrc, sequences: [lost?.sequence ?? 0, 40_000] }, now())
  expect(of(video).slice(before)).toEqual([lost])
})

test('reports of both streams name the same moment of the wall clock', () => {
  const { run, reports } = stage()
  run(1100)
  const parsed = reports
    .flatMap(parseRtcp)
    .flatMap((message) => (message.type === 'senderReport' ? [message.report] : []))
  expect(parsed.map((report) => report.ssrc)).toEqual([11, 22, 11, 22])
  const [, , heard, seen] = parsed
  expect(heard?.ntpSeconds).toBe(wallMs / 1000 + 2_208_988_800 + 1)
  expect(seen?.ntpSeconds).toBe(heard?.ntpSeconds)
  expect(heard?.rtpTimestamp).toBe((4_294_960_000 + 48_000) % 2 ** 32)
  expect(seen?.rtpTimestamp).toBe((4_294_960_000 + 90_000) % 2 ** 32)
  expect(heard?.packetCount).toBe(51)
})

test('after a stall of the process it goes on where it stood, without a burst', () => {
  const { run, stall, of } = stage()
  run(1000)
  const before = of(audio).length
  stall(3000)
  run(20)
  expect(of(audio).length - before).toBeLessThanOrEqual(2)
  expect(of(audio)[before]?.number).toBe(50)
})
