/** Above the 12 frames a second under which the partner would read that the picture is rough. */
const framesPerSec = 15
const blankTracks = new WeakSet<MediaStreamTrack>()

/**
 * A black picture in place of a camera that is switched off. The call has its sending video track from the
 * beginning, so the camera can be opened later without a new connection, and not earlier than that.
 */
export const blankPicture = (): MediaStreamTrack | null => {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  const context = canvas.getContext('2d')
  const track = context && canvas.captureStream?.(framesPerSec).getVideoTracks()[0]
  if (!context || !track) return null
  const draw = () => {
    if (track.readyState === 'ended') clearInterval(timer)
    // A canvas sends a frame only when something was drawn.
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  const timer = setInterval(draw, 1000 / framesPerSec)
  draw()
  blankTracks.add(track)
  return track
}

/** Whether the track is the black picture of a camera that is switched off. */
export const isBlank = (track: MediaStreamTrack): boolean => blankTracks.has(track)
