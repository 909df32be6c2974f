import type { Input, InputVideoTrack } from 'mediabunny'
import { problemOfFacts, type VideoFacts } from './video-rules.ts'

const packetsOfStats = 100

/** What a file says of itself, and its pictures; more than the number of tracks only where these are allowed. */
export const factsOf = async (input: Input): Promise<VideoFacts & { video: InputVideoTrack | null }> => {
  const tracks = await input.getTracks()
  const video = await input.getPrimaryVideoTrack()
  const count = (type: string) => tracks.filter((track) => track.type === type).length
  const counted = { videoTracks: count('video'), audioTracks: count('audio'), tracks: tracks.length }
  const nothing = { width: 0, height: 0, frameRate: 0, durationSec: 0 }
  if (!video || problemOfFacts({ ...counted, width: 2, height: 2, frameRate: 1, durationSec: 1 }))
    return { ...counted, ...nothing, video }
  const { averagePacketRate } = await video.computePacketStats(packetsOfStats)
  return {
    ...counted,
    ...{ video, width: await video.getDisplayWidth(), height: await video.getDisplayHeight() },
    ...{ frameRate: averagePacketRate, durationSec: await input.computeDuration() },
  }
}
