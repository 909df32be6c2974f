import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Voice } from './lines.ts'
import type { MouthCue, MouthShape } from './pose.ts'

const dictionary = process.env.OPEN_JTALK_DICTIONARY ?? '/var/lib/mecab/dic/open-jtalk/naist-jdic'
/** Folder of the tohoku-f01-*.htsvoice files. */
const voices = process.env.HTS_VOICES ?? '.'

export interface Speech {
  wavFile: string
  lengthSec: number
  cues: readonly MouthCue[]
}

/** Speaks a text with Open JTalk. @returns the sound with the shapes of the mouth */
export function speak(text: string, voice: Voice, folder: string): Speech {
  const wavFile = join(folder, 'speech.wav')
  const traceFile = join(folder, 'speech.txt')
  execFileSync(
    'open_jtalk',
    [
      ...['-x', dictionary, '-m', join(voices, `tohoku-f01-${voice.mood}.htsvoice`)],
      ...['-fm', `${voice.semitones}`, '-a', `${voice.timbre}`, '-r', `${voice.speed}`, '-jf', '1.15'],
      ...['-ow', wavFile, '-ot', traceFile],
    ],
    { input: text },
  )
  const cues = mouthCues(readFileSync(traceFile, 'utf8'))
  return { wavFile, lengthSec: wavSeconds(readFileSync(wavFile)), cues }
}

/** Open JTalk writes 16-bit mono with a 44-byte header. */
function wavSeconds(wav: Buffer): number {
  return (wav.length - 44) / 2 / wav.readUInt32LE(24)
}

interface Phoneme {
  fromSec: number
  toSec: number
  name: string
}

/** The labels of a trace: `from to xx^xx-NAME+xx=xx/…`, times in units of 100 ns. */
function phonemes(trace: string): Phoneme[] {
  return [...trace.matchAll(/^(\d+) (\d+) [^-\n]*-(\w+)\+/gm)].map(([, from, to, name = '']) => ({
    fromSec: Number(from) / 1e7,
    toSec: Number(to) / 1e7,
    name,
  }))
}

const vowels = new Set(['a', 'i', 'u', 'e', 'o'])
const closedLips = new Set(['m', 'b', 'p', 'my', 'by', 'py', 'N', 'cl'])

function shapeOf(name: string, next: string | undefined): MouthShape | undefined {
  const vowel = name.toLowerCase()
  if (closedLips.has(name)) return 'closed'
  if (vowels.has(vowel)) return vowel as MouthShape
  if (name === 'sil' || name === 'pau') return undefined
  // A consonant already takes the shape of its vowel.
  return next && vowels.has(next.toLowerCase()) ? (next.toLowerCase() as MouthShape) : 'closed'
}

export function mouthCues(trace: string): readonly MouthCue[] {
  const all = phonemes(trace.slice(trace.indexOf('[Output label]')))
  return all.flatMap(({ fromSec, toSec, name }, index) => {
    const shape = shapeOf(name, all[index + 1]?.name)
    return shape ? [{ fromSec, toSec, shape }] : []
  })
}
