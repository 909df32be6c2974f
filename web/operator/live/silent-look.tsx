import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { browserLinkPorts } from '#web/calls/media/link/link-ports.ts'
import { createMediaLink, type LinkState } from '#web/calls/media/link/media-link.ts'
import { addReceiving } from '#web/calls/media/link/transceivers.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './live.module.css'
import { lookText } from './room-words.ts'

/** Plays a room to an operator: it only receives, and nobody in the room sees it. Silent until the sound is wanted. */
export const SilentLook = ({ roomId, token }: { roomId: string; token: string }) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<LinkState>('connecting')
  const [isMuted, setIsMuted] = useState(true)
  useEffect(() => {
    const stream = new MediaStream()
    if (video.current) video.current.srcObject = stream
    const link = createMediaLink(
      {
        ...{ endpoint: 'whep', callId: roomId, token, iceServers: [], keepsPeer: true },
        prepare: (peer) => {
          addReceiving(peer, 'video')
          peer.ontrack = ({ track }) => {
            // A fresh peer brings fresh tracks.
            for (const old of stream.getTracks()) if (old.kind === track.kind) stream.removeTrack(old)
            stream.addTrack(track)
          }
        },
        onState: setState,
      },
      browserLinkPorts,
    )
    link.open()
    return () => link.close()
  }, [roomId, token])
  const said = lookText(state)
  return (
    <div className={styles.look}>
      <div className={styles.picture}>
        <video ref={video} autoPlay playsInline muted={isMuted} aria-label="配信の映像" />
        <p role="status" data-shown={said !== null || undefined}>
          {said}
        </p>
      </div>
      <Button size="s" onClick={() => setIsMuted(!isMuted)}>
        <Icon of={isMuted ? VolumeX : Volume2} size="s" />
        {isMuted ? '音を出す' : '音を消す'}
      </Button>
    </div>
  )
}
