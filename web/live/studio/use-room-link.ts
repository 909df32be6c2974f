import { useEffect, useEffectEvent, useState } from 'react'
import type { CallTokens } from '#contract/calls/calls.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { liveRoomEndpoints } from '#contract/live/rooms.ts'
import { browserCallPorts } from '#web/calls/session/browser-call-ports.ts'
import { socketHub } from '#web/realtime/socket.ts'
import type { StudioMedia } from './studio-media.ts'

/** A server that can't be reached is asked for tokens again after so long. */
const joinAgainMs = 2_000

/** The room's tokens: those of its start, else fresh ones for a page that was opened later. */
const useRoomTokens = (roomId: string, first: CallTokens | null, onOver: () => void): CallTokens | null => {
  const [tokens, setTokens] = useState(first)
  const over = useEffectEvent(onOver)
  const needsTokens = tokens === null
  useEffect(() => {
    if (!needsTokens) return
    let isLeft = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const join = async () => {
      const answer = await call(liveRoomEndpoints.joinLive, { roomId })
      if (isLeft) return
      if (!isFailure(answer)) setTokens(answer)
      else if (answer.code === 'liveOver' || answer.code === 'notFound') over()
      else timer = setTimeout(() => void join(), joinAgainMs)
    }
    void join()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [needsTokens, roomId])
  return tokens
}

interface RoomLink {
  roomId: string
  firstTokens: CallTokens | null
  /** Null while the devices open, and where an encoder sends. */
  media: StudioMedia | null
  /** Counts what ended and left the socket room behind it: this page joins the room again. */
  rejoins: number
  onTaken: () => void
  onOver: () => void
}

/** Sends the page's media to the room, and joins the room's socket room. One page of the broadcaster has it. */
export const useRoomLink = ({ roomId, firstTokens, media, rejoins, onTaken, onOver }: RoomLink): void => {
  const tokens = useRoomTokens(roomId, firstTokens, onOver)
  const taken = useEffectEvent(onTaken)
  useEffect(() => browserCallPorts.claim(roomId, () => taken()), [roomId])
  useEffect(() => {
    if (!tokens || !media) return
    media.publish(tokens)
    return () => media.stopPublishing()
  }, [tokens, media])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a live call that is over has left the socket room
  useEffect(() => {
    if (!tokens) return
    socketHub.joinCall(roomId, tokens.rtm_channel_token)
    return () => socketHub.leaveCall()
  }, [roomId, tokens, rejoins])
}
