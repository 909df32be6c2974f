import { FilePathTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource } from 'mediabunny'
import sharp from 'sharp'
import { type MovingScene, movingScenes } from '#seed/videos/scenes.ts'

const [seconds, frameRate] = [16, 15]
const [width, height] = [640, 360]

type Draw = (share: number) => Promise<Buffer>

/** A drawn scene that moves: flat areas hide little. */
const sceneOf = (scene: MovingScene): Draw => {
  return (share) =>
    // Four turns, so that the speed is a seed video's.
    sharp(Buffer.from(scene.draw((share * 4) % 1)))
      .resize(width, height, { fit: 'cover' })
      .ensureAlpha()
      .raw()
      .toBuffer()
}

/** A picture as rough as a photograph, across which the camera moves. */
const panOf = (next: () => number): Draw => {
  const [wide, high] = [width + 320, height + 80]
  const layers = [6, 12, 24, 48, 96, 192].map((cells) => ({
    cells,
    level: 90 / Math.sqrt(cells / 6),
    values: Float32Array.from({ length: (cells + 2) ** 2 }, next),
  }))
  const whole = new Uint8Array(wide * high)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      let level = 120
      for (const layer of layers) {
        const at =
          Math.floor((y / wide) * layer.cells) * (layer.cells + 2) + Math.floor((x / wide) * layer.cells)
        level += layer.level * ((layer.values[at] ?? 0) - 0.5)
      }
      whole[y * wide + x] = Math.max(0, Math.min(255, level))
    }
  return async (share) => {
    const [left, top] = [Math.floor(share * 320), Math.floor(40 + 39 * Math.sin(share * 12))]
    const pixels = Buffer.alloc(width * height * 4, 255)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        pixels.fill(
          (whole[(top + y) * wide + left + x] ?? 0) + 5 * (next() - 0.5),
          (y * width + x) * 4,
          (y * width + x) * 4 + 3,
        )
    return pixels
  }
}

export const clipDrawings = (next: () => number): Draw[] => [
  sceneOf(movingScenes.nightTrain),
  sceneOf(movingScenes.steamingTea),
  panOf(next),
  panOf(next),
]

/** Writes a clip of 16 seconds. */
export const writeClip = async (draw: Draw, to: string): Promise<void> => {
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) })
  const source = new VideoSampleSource({ codec: 'avc', bitrate: 4_000_000 })
  output.addVideoTrack(source, { frameRate })
  await output.start()
  for (let nth = 0; nth < seconds * frameRate; nth += 1) {
    using sample = new VideoSample(await draw(nth / (seconds * frameRate)), {
      ...{ format: 'RGBA', codedWidth: width, codedHeight: height },
      ...{ timestamp: nth / frameRate, duration: 1 / frameRate },
    })
    await source.add(sample)
  }
  await output.finalize()
}
