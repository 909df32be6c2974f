/**
 * What the partner sends, over one connection after another, in one stream: the element that plays it shows the last
 * picture until the next connection brings one.
 *
 * @param onTrack is told each track that takes its place: what measures the level of the sound has to follow it
 */
export const createRemoteTracks = (stream: MediaStream, onTrack: (track: MediaStreamTrack) => void) => {
  /** Of an older one nothing is shown any more. */
  let newest: RTCPeerConnection | null = null
  const put = (track: MediaStreamTrack) => {
    // In this order the stream is never without a track.
    stream.addTrack(track)
    for (const before of stream.getTracks())
      if (before.kind === track.kind && before !== track) stream.removeTrack(before)
    onTrack(track)
  }
  return {
    stream,
    /** A fresh connection: its tracks take their places as soon as something comes over them. */
    follow: (peer: RTCPeerConnection): void => {
      newest = peer
      peer.ontrack = ({ track }) => {
        const show = () => {
          if (newest === peer) put(track)
        }
        const isFirst = !stream.getTracks().some(({ kind }) => kind === track.kind)
        if (isFirst || !track.muted) show()
        else track.addEventListener('unmute', show, { once: true })
      }
    },
    /** The call goes on without pictures. */
    dropPicture: (): void => {
      newest = null
      for (const track of stream.getTracks()) if (track.kind === 'video') stream.removeTrack(track)
    },
  }
}
