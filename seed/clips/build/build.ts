/**
 * Draws and speaks the clips of the demo broadcasters.
 *
 *   HTS_VOICES=<folder with tohoku-f01-*.htsvoice> node seed/clips/build/build.ts [p01 p02 …]
 *
 * Needs ffmpeg (libvpx, libopus) and open-jtalk with its dictionary, all of them Debian packages. The outputs are in
 * the repository; this runs only when a portrait or a line changes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { lines } from './lines.ts'
import { portraitFrames } from './portrait-frame.ts'
import { poseAt } from './pose.ts'
import { type Speech, speak } from './speech.ts'

const width = 480
const height = 600
const framesPerSec = 20
/** A keyframe every two seconds: where playing may start again after a lost picture. */
const keyframeSec = 2
/** Quiet after the greeting, before it comes again. */
const pauseSec = 2.4
const videoBitsPerSec = 100_000
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

async function drawFrames(id: string, speech: Speech, loopSec: number, rawFile: string) {
  const frame = portraitFrames(readFileSync(join(portraits, `${id}.svg`), 'utf8'), width, height)
  const seed = Number(id.slice(1))
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${framesPerSec}`]
  const toYuv = ['-i', '-', '-vf', 'scale=out_color_matrix=bt601', '-pix_fmt', 'yuv420p', rawFile]
  await run([...raw, ...toYuv], async (stdin) => {
    for (let index = 0; index < loopSec * framesPerSec; index++) {
      const svg = frame(poseAt(index / framesPerSec, loopSec, seed, speech.cues))
      const pixels = await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer()
      if (!stdin.write(pixels)) await once(stdin, 'drain')
    }
  })
}

async function encode(id: string, rawFile: string, speech: Speech, loopSec: number, folder: string) {
  const keyframes = `${framesPerSec * keyframeSec}`
  const codec = [
    '-c:v',
    'libvpx',
    '-b:v',
    `${videoBitsPerSec}`,
    '-qmin',
    '4',
    '-qmax',
    '48',
    '-auto-alt-ref',
    '0',
  ]
  const groups = ['-g', keyframes, '-keyint_min', keyframes, '-deadline', 'good', '-cpu-used', '0']
  for (const pass of ['1', '2']) {
    const passes = ['-pass', pass, '-passlogfile', join(folder, 'pass')]
    await run(['-i', rawFile, ...codec, ...groups, ...passes, '-f', 'ivf', join(clips, `${id}.ivf`)])
  }
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
    const rawFile = join(folder, 'frames.y4m')
    await drawFrames(id, speech, loopSec, rawFile)
    await encode(id, rawFile, speech, loopSec, folder)
    process.stdout.write(`${id} ${loopSec} s\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const asked = process.argv.slice(2)
for (const id of asked.length > 0 ? asked : Object.keys(lines)) await build(id)
