import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { registerMediabunnyServer } from '@mediabunny/server'
import {
  AudioSample,
  AudioSampleSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny'

export interface ClipShape {
  width?: number
  height?: number
  seconds?: number
  frameRate?: number
  isWebm?: boolean
  tracks?: number
  hasSound?: boolean
  comment?: string
  /** Turns the picture, as a phone that is held upright does. */
  rotation?: 0 | 90
  /** Another seed is another picture. */
  seed?: number
}

/** A picture that moves: a light that crosses a gradient. */
const drawnFrame = (width: number, height: number, share: number, seed: number): Buffer => {
  const pixels = Buffer.alloc(width * height * 4, 255)
  const lightAt = Math.floor(share * width)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isLight = Math.abs(x - lightAt) < width / 10
      pixels.writeUInt8(isLight ? 240 : Math.floor((x * 160) / width), (y * width + x) * 4)
      pixels.writeUInt8(Math.floor((((y * seed) % height) * 200) / height), (y * width + x) * 4 + 1)
      pixels.writeUInt8((seed * 40) % 256, (y * width + x) * 4 + 2)
    }
  return pixels
}

/** A short video that is drawn here, as a file's bytes: H264 and AAC in MP4, or VP8 and Opus in WebM. */
export const drawnClip = async ({
  width = 160,
  height = 96,
  seconds = 1,
  frameRate = 10,
  isWebm = false,
  tracks = 1,
  hasSound = true,
  comment = '',
  rotation = 0,
  seed = 1,
}: ClipShape = {}): Promise<Buffer> => {
  registerMediabunnyServer({ hardwareContext: null })
  const file = path.join(tmpdir(), `koyoi-clip-${process.pid}-${Math.random()}`)
  const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' })
  const output = new Output({ format, target: new FilePathTarget(file) })
  const pictures = Array.from(
    { length: tracks },
    () => new VideoSampleSource({ codec: isWebm ? 'vp8' : 'avc', bitrate: 300_000 }),
  )
  for (const source of pictures) output.addVideoTrack(source, { rotation })
  const sound = new AudioSampleSource({ codec: isWebm ? 'opus' : 'aac', bitrate: 64_000 })
  if (hasSound) output.addAudioTrack(sound)
  if (comment) output.setMetadataTags({ comment, title: comment })
  await output.start()
  for (let nth = 0; nth < seconds * frameRate; nth += 1)
    for (const source of pictures) {
      const pixels = drawnFrame(width, height, nth / (seconds * frameRate), seed)
      const sample = new VideoSample(pixels, {
        ...{ format: 'RGBA', codedWidth: width, codedHeight: height },
        ...{ timestamp: nth / frameRate, duration: 1 / frameRate },
      })
      await source.add(sample)
      sample.close()
    }
  if (hasSound) {
    const data = Float32Array.from({ length: 48_000 * seconds }, (_, at) => Math.sin(at / 20) / 5)
    const sample = new AudioSample({
      data,
      format: 'f32',
      numberOfChannels: 1,
      sampleRate: 48_000,
      timestamp: 0,
    })
    await sound.add(sample)
    sample.close()
  }
  await output.finalize()
  const bytes = await readFile(file)
  await rm(file)
  return bytes
}
