import type { ReadableText, SqueezedText } from './contact-text.ts'
import {
  compounds,
  exchanges,
  exchangesBefore,
  noes,
  otherLines,
  outright,
  places,
  questions,
} from './contact-words.ts'

type PlaceKind = keyof typeof places

const kinds = Object.keys(places) as PlaceKind[]
const anyPlace = new RegExp(kinds.map((kind) => `(${places[kind].join('|')})`).join('|'), 'gu')
const anyOutright = new RegExp(outright.join('|'), 'u')

/** How far from an app's name an exchange is looked for, in characters. */
const lookAhead = 24
const lookBehind = 8

const latin = /[a-z]/
const kanji = /\p{Script=Han}/u
const katakanaLetter = /[ァ-ヶー]/

const compoundEnds = compounds.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
const compoundStarts = compounds.filter((word) => word.startsWith('*')).map((word) => word.slice(1))

interface Found {
  kind: PlaceKind
  /** In the squeezed text. */
  start: number
  end: number
  /** In the readable text: its first and last character. */
  first: number
  last: number
}

/** A name that is only a part of another word: オンライン, deadline, 部屋番号. */
const isPartOfWord = ({ plain, unfolded }: ReadableText, squeezed: string, found: Found): boolean => {
  const { first, last, start, end } = found
  const before = plain[first - 1] ?? ''
  const after = plain[last + 1] ?? ''
  if (latin.test(plain[first] ?? '') && latin.test(before)) return true
  if (latin.test(plain[last] ?? '') && latin.test(after) && !plain.startsWith('id', last + 1)) return true
  if (katakanaLetter.test(unfolded[first] ?? '') && katakanaLetter.test(unfolded[first - 1] ?? ''))
    return true
  if (plain[first] === '番' && kanji.test(before)) return true
  if (compoundEnds.some((word) => squeezed.endsWith(word, start))) return true
  return compoundStarts.some((word) => squeezed.startsWith(word, end))
}

/** Letters and digits mixed, or anything directly after `ID:`. */
const idAfter = new RegExp(
  [
    '(?:id|あいでぃー?)[\\s:=はがも]{1,3}@?(?=[\\d._-]{0,9}[a-z])[a-z0-9][a-z0-9._-]{2}',
    '(?:[:=→⇒>「『(はが]\\s{0,2})@?(?=[\\d._-]{0,9}[a-z])[a-z0-9][a-z0-9._-]{3}',
    '(?<![a-z0-9._-])(?=[a-z._-]{0,19}\\d)(?=[\\d._-]{0,19}[a-z])[a-z0-9][a-z0-9._-]{3}',
    '(?<![a-z0-9._-])[a-z0-9]{2,19}[._][a-z0-9]{2}',
    '@[a-z][a-z0-9._-]{3}',
  ].join('|'),
)
const singleLetters = /(?<=(?<![a-z0-9])[a-z0-9])[\s._-]+(?=[a-z0-9](?![a-z0-9]))/g

const isExchange = (around: { before: string; after: string; afterPlain: string }): boolean => {
  if (idAfter.test(around.afterPlain.replace(singleLetters, ''))) return true
  // Without signs, for a request that is hidden between them; with signs, for a request that consists of one.
  const isRequest =
    exchanges.test(around.after) ||
    exchanges.test(around.afterPlain) ||
    questions.test(around.afterPlain) ||
    exchangesBefore.test(around.before)
  const isNo = noes.test(around.after) && !/[?？]|かな|ませんか|ないか/.test(around.afterPlain)
  return isRequest && !isNo
}

/** The first app for which the text requests or gives an account, or null. */
export const requestedPlace = (readable: ReadableText, squeezed: SqueezedText): PlaceKind | null => {
  const { text, positions } = squeezed
  for (const match of text.matchAll(anyPlace)) {
    const start = match.index
    const end = start + match[0].length
    const kind = kinds.find((_, index) => match[index + 1] !== undefined)
    if (!kind) continue
    const found = { kind, start, end, first: positions[start] ?? 0, last: positions[end - 1] ?? 0 }
    if (isPartOfWord(readable, text, found)) continue
    const before = text.slice(Math.max(0, start - lookBehind), start)
    const after = readable.plain.slice(found.last + 1, found.last + 1 + lookAhead)
    if (kind === 'lineId' && otherLines.test(before + after)) continue
    if (isExchange({ before, after: text.slice(end, end + lookAhead), afterPlain: after })) return kind
  }
  return null
}

export const requestsMeetingElsewhere = (squeezed: string): boolean => anyOutright.test(squeezed)
