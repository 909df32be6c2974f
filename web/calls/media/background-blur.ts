/**
 * The blur of the background by the camera's own driver (Media Capture Extensions, `backgroundBlur`), where
 * browser and system have it. Neither is in TypeScript's library.
 */
type BlurCapabilities = MediaTrackCapabilities & { backgroundBlur?: readonly boolean[] }
type BlurConstraints = MediaTrackConstraints & { backgroundBlur?: boolean }
type BlurSettings = MediaTrackSettings & { backgroundBlur?: boolean }

/** Whether the blur of this camera can be switched by the page. */
export const canBlur = (track: MediaStreamTrack | null): boolean => {
  const { backgroundBlur } = (track?.getCapabilities?.() ?? {}) as BlurCapabilities
  return backgroundBlur?.includes(true) === true && backgroundBlur.includes(false)
}

export const isBlurred = (track: MediaStreamTrack | null): boolean =>
  (track?.getSettings() as BlurSettings | undefined)?.backgroundBlur === true

/** @returns whether the picture has the wanted blur now */
export const setBlur = async (track: MediaStreamTrack, isOn: boolean): Promise<boolean> => {
  if (!canBlur(track)) return false
  try {
    const wish: BlurConstraints = { ...track.getConstraints(), backgroundBlur: isOn }
    await track.applyConstraints(wish)
  } catch {
    return false
  }
  return isBlurred(track) === isOn
}
