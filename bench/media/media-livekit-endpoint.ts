import { setTimeout as pass } from 'node:timers/promises'
import type { MediaEndpoint } from './media-endpoint.ts'
import { liveKitToken } from './media-livekit.ts'

const publisher = 'publisher'
const tracksOfPublisher = 2
const pollMs = 50
const patienceMs = 10_000

/**
 * A room of LiveKit's server over its WHIP endpoint, which also subscribes: an offer that only receives names the tracks
 * that it wants, and the answer comes when they are there. Its data channels and its WebSocket aren't used.
 */
export const openLiveKitEndpoint = (url: string, room: string, secret: string): MediaEndpoint => {
  let watchers = 0
  let trackNames: string[] = []

  const offer = async (identity: string, sdp: string, wanted: readonly string[] = []): Promise<string> => {
    const response = await fetch(`${url}/whip/v1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${liveKitToken(secret, identity, { room, roomJoin: true })}`,
        'content-type': 'application/sdp',
        'x-livekit-clientinfo': JSON.stringify({ subscribedParticipantTrackNames: { [publisher]: wanted } }),
      },
      body: sdp,
    })
    const answer = await response.text()
    if (response.status !== 201) throw new Error(`LiveKit answered ${response.status}: ${answer}`)
    return answer
  }

  const request = async (method: string, input: object): Promise<Record<string, unknown>> => {
    const grants = { room, roomAdmin: true, roomCreate: true, roomList: true }
    const response = await fetch(`${url}/twirp/livekit.RoomService/${method}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${liveKitToken(secret, 'operator', grants)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(input),
    })
    return (await response.json()) as Record<string, unknown>
  }

  /** A track is there when its first packet has come. */
  const namesOfTracks = async (): Promise<string[]> => {
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      const { tracks } = (await request('GetParticipant', { room, identity: publisher })) as {
        tracks?: { name: string }[]
      }
      if (tracks?.length === tracksOfPublisher) return tracks.map(({ name }) => name)
      await pass(pollMs)
    }
    throw new Error('LiveKit has no tracks of the publisher')
  }

  return {
    publish: (sdp) => offer(publisher, sdp),
    subscribe: async (client) => {
      if (trackNames.length === 0) trackNames = await namesOfTracks()
      watchers += 1
      client.accept(await offer(`watcher ${watchers}`, await client.offer(), trackNames))
    },
    close: async () => {
      await request('DeleteRoom', { room })
    },
  }
}
