/**
 * `node scripts/draw-seed-videos.ts`: draws the demo's videos and converts each through the pipeline of members' videos.
 * Their results are in the repository, so that a start of the demo encodes nothing.
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { registerMediabunnyServer } from '@mediabunny/server'
import { FilePathTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource } from 'mediabunny'
import sharp from 'sharp'
import { createVideoConverter } from '#adapters/video/converter.ts'
import { type MovingScene, movingScenes } from '#seed/videos/scenes.ts'

const [seconds, frameRate] = [4, 15]
const folder = path.join(import.meta.dirname, '..', 'seed', 'videos')

const drawSource = async ({ width, height, draw }: MovingScene, to: string): Promise<void> => {
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) })
  const source = new VideoSampleSource({ codec: 'avc', bitrate: 5_000_000 })
  output.addVideoTrack(source)
  await output.start()
  const frames = seconds * frameRate
  for (let nth = 0; nth < frames; nth += 1) {
    const pixels = await sharp(Buffer.from(draw(nth / frames)))
      .ensureAlpha()
      .raw()
      .toBuffer()
    const sample = new VideoSample(pixels, {
      ...{ format: 'RGBA', codedWidth: width, codedHeight: height },
      ...{ timestamp: nth / frameRate, duration: 1 / frameRate },
    })
    await source.add(sample)
    sample.close()
  }
  await output.finalize()
}

registerMediabunnyServer({ hardwareContext: null })
const lengths: Record<string, object> = {}
for (const [name, scene] of Object.entries(movingScenes)) {
  const work = await mkdtemp(path.join(tmpdir(), 'koyoi-seed-video-'))
  const [source, results] = [path.join(work, 'source.mp4'), await mkdtemp(path.join(work, 'results-'))]
  await drawSource(scene, source)
  const converted = await createVideoConverter().convert({ source, folder: results })
  if ('problem' in converted) throw new Error(`${name}: ${converted.problem}`)
  const { versions, poster, durationMs, width, height } = converted
  for (const { version, file } of versions) await copyFile(file, path.join(folder, `${name}-${version}.mp4`))
  await copyFile(poster, path.join(folder, `${name}.jpg`))
  lengths[name] = { durationMs, width, height }
  await rm(work, { recursive: true })
  process.stdout.write(`${name}\n`)
}
await writeFile(path.join(folder, 'lengths.json'), `${JSON.stringify(lengths, null, 2)}\n`)
process.exit(0)
