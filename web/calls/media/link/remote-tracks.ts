/**
 * What the partner sends, over one connection after another, in one stream: the element that plays it shows the last
 * picture until the next connection brings one.
 *
 * @param onTrack is told each track that takes its place: what measures the level of the sound has to follow it
 */
export const createRemoteTracks = (stream: MediaStream, onTrack: (track: MediaStreamTrack) => void) => {
  const put = (track: MediaStreamTrack) => {
    for (const before of stream.getTracks())
      if (before.kind === track.kind && before !== track) stream.removeTrack(before)
    stream.addTrack(track)
    onTrack(track)
  }
  return {
    stream,
    /** A fresh connection: its tracks take their places as soon as something comes over them. */
    follow: (peer: RTCPeerConnection): void => {
      peer.ontrack = ({ track }) => {
        const isFirst = !stream.getTracks().some(({ kind }) => kind === track.kind)
        if (isFirst || !track.muted) put(track)
        else track.addEventListener('unmute', () => put(track), { once: true })
      }
    },
    /** The call goes on without pictures. */
    dropPicture: (): void => {
      for (const track of stream.getTracks()) if (track.kind === 'video') stream.removeTrack(track)
    },
  }
}
