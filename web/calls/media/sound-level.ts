/**
 * Returns a function that reads the level of a stream's sound (0 to 1); null in a browser without Web Audio.
 *
 * @param sampleCount how many samples one reading covers, a power of two; 512 are a hundredth of a second
 */
export const openSoundLevel = (stream: MediaStream, sampleCount = 512) => {
  if (typeof AudioContext === 'undefined' || stream.getAudioTracks().length === 0) return null
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = sampleCount
  const source = context.createMediaStreamSource(stream)
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    read: () => {
      analyser.getFloatTimeDomainData(samples)
      let sum = 0
      for (const sample of samples) sum += sample * sample
      return Math.sqrt(sum / samples.length)
    },
    close: () => {
      source.disconnect()
      void context.close().catch(() => undefined)
    },
  }
}
