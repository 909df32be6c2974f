/**
 * Draws and speaks the clips of the demo broadcasters.
 *
 *   HTS_VOICES=<folder with tohoku-f01-*.htsvoice> node seed/clips/build/build.ts [p01 p02 …]
 *
 * Needs ffmpeg (libvpx, libopus) and open-jtalk with its dictionary, all of them Debian packages. The outputs
 * are in the repository; this runs only when a portrait or a line changes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { joinIvf } from './ivf-join.ts'
import { lines } from './lines.ts'
import { portraitFrames } from './portrait-frame.ts'
import { poseAt } from './pose.ts'
import { type Speech, speak } from './speech.ts'

const width = 480
const height = 600
const framesPerSec = 20
/** A keyframe every two seconds: playing can start again there after a lost picture. */
const keyframeSec = 2
/** Silence after the greeting, before it is repeated. */
const pauseSec = 2.4
const videoBitsPerSec = 120_000
const audioBitsPerSec = 24_000

const clips = new URL('../', import.meta.url).pathname
const portraits = new URL('../../portraits/', import.meta.url).pathname

function loopSeconds(speech: Speech): number {
  return Math.ceil((speech.lengthSec + pauseSec) / keyframeSec) * keyframeSec
}

async function run(args: readonly string[], feed?: (stdin: NodeJS.WritableStream) => Promise<void>) {
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(child, 'close')
  if (feed) await feed(child.stdin)
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

/** Draws the frames from `first` on that belong to one keyframe, as raw video. */
async function drawGroup(draw: (index: number) => string, first: number, rawFile: string) {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${framesPerSec}`]
  const toYuv = ['-i', '-', '-vf', 'scale=out_color_matrix=bt601', '-pix_fmt', 'yuv420p', rawFile]
  await run([...raw, ...toYuv], async (stdin) => {
    for (let index = first; index < first + framesPerSec * keyframeSec; index++) {
      const pixels = await sharp(Buffer.from(draw(index)))
        .flatten()
        .removeAlpha()
        .raw()
        .toBuffer()
      if (!stdin.write(pixels)) await once(stdin, 'drain')
    }
  })
}

async function encodeGroup(rawFile: string, folder: string): Promise<Buffer> {
  const ivfFile = join(folder, 'group.ivf')
  const codec = ['-c:v', 'libvpx', '-b:v', `${videoBitsPerSec}`, '-qmin', '10', '-qmax', '40', '-g', '999']
  const effort = ['-auto-alt-ref', '0', '-deadline', 'good', '-cpu-used', '0']
  for (const pass of ['1', '2']) {
    const passes = ['-pass', pass, '-passlogfile', join(folder, 'pass')]
    await run(['-i', rawFile, ...codec, ...effort, ...passes, '-f', 'ivf', ivfFile])
  }
  return readFileSync(ivfFile)
}

/**
 * Every interval between keyframes is encoded by itself: in a single run the encoder saves bits on all
 * keyframes but the first, and the evening skies turn into blocks.
 */
async function makeVideo(id: string, speech: Speech, loopSec: number, folder: string) {
  const frame = portraitFrames(readFileSync(join(portraits, `${id}.svg`), 'utf8'), width, height)
  const seed = Number(id.slice(1))
  const draw = (index: number) => frame(poseAt(index / framesPerSec, loopSec, seed, speech.cues))
  const rawFile = join(folder, 'group.y4m')
  const groups: Buffer[] = []
  for (let second = 0; second < loopSec; second += keyframeSec) {
    await drawGroup(draw, second * framesPerSec, rawFile)
    groups.push(await encodeGroup(rawFile, folder))
  }
  writeFileSync(join(clips, `${id}.ivf`), joinIvf(groups))
}

async function makeSound(id: string, speech: Speech, loopSec: number) {
  const filter = `highpass=f=90,lowpass=f=9500,loudnorm=I=-19:TP=-2,aresample=48000,apad,atrim=0:${loopSec}`
  const opus = [
    '-c:a',
    'libopus',
    '-b:a',
    `${audioBitsPerSec}`,
    '-application',
    'voip',
    '-frame_duration',
    '20',
  ]
  const bare = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
  await run(['-i', speech.wavFile, '-af', filter, '-ac', '1', ...opus, ...bare, join(clips, `${id}.opus`)])
}

async function build(id: string) {
  const line = lines[id]
  if (!line) throw new Error(`no line for ${id}`)
  const folder = mkdtempSync(join(tmpdir(), 'clip-'))
  try {
    const speech = speak(line.text, line.voice, folder)
    const loopSec = loopSeconds(speech)
    await makeVideo(id, speech, loopSec, folder)
    await makeSound(id, speech, loopSec)
    process.stdout.write(`${id} ${loopSec} s\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const requested = process.argv.slice(2)
for (const id of requested.length > 0 ? requested : Object.keys(lines)) await build(id)
