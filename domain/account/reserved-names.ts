import { readableText } from '#domain/safety/contact-text.ts'

/*
 * Names by which a member could be taken for the operators of this service. All words are in the spelling that
 * `folded` gives: lower case, katakana as hiragana, letters and digits alone, without long vowels.
 */

/** Words that no name may contain: no real name has them. */
const anywhere = [
  '運営',
  '事務局',
  '管理者',
  '退会したゆざ',
  '退会した会員',
  '退会したかた',
  '退会した方',
  '退会済',
  '退会ゆざ',
  '退会会員',
  'あどみにすとれた',
  'administrator',
]

const brands = ['koyoi', 'こよい', '今宵']

/** Words that only operators and machines use, reserved as the whole name or next to another such word. */
const official = [
  '公式',
  'おふぃしゃる',
  'official',
  'さぽと',
  'support',
  'すたっふ',
  'staff',
  'しすてむ',
  'system',
  'あどみん',
  'admin',
  'もでれた',
  'moderator',
  'おぺれた',
  'operator',
  '管理人',
  '管理部',
  '管理室',
  'うんえい',
  'じむきょく',
  'かんりしゃ',
  'かんりにん',
  'ちむ',
  'team',
  'おしらせ',
  'お知らせ',
  'にゅす',
  'いんふぉ',
  'info',
  '通知',
  '窓口',
  'せんた',
  'center',
  'ですく',
  'desk',
  'へるぷ',
  'help',
  '担当',
  '係',
  '本部',
  'あかうんと',
  'account',
  'めっせじ',
  'お客様',
  'お客さま',
  'かすたま',
  'customer',
  'さびす',
  'service',
]
/** Those of them that mean nothing alone: a single one is an ordinary name. */
const onlyBeside = new Set([
  'ちむ',
  'team',
  'せんた',
  'center',
  '係',
  '担当',
  '本部',
  'あかうんと',
  'account',
  'さびす',
  'service',
  'にゅす',
  'めっせじ',
])

const honorifics = '(?:さん|さま|様|ちゃん|くん|君|です|より|から)?\\d{0,4}'
const officialWord = `(?:${official.join('|')})`
const patterns = [
  new RegExp(anywhere.join('|'), 'u'),
  // The brand alone, or together with words that only operators use.
  new RegExp(`^(?:${brands.join('|')})$`, 'u'),
  new RegExp(`(?:${brands.join('|')})の?${officialWord}|${officialWord}の?(?:${brands.join('|')})`, 'u'),
  // Official words and nothing else: サポート, 公式サポート, お客様サポートセンター.
  new RegExp(`^(?:${official.filter((word) => !onlyBeside.has(word)).join('|')})${honorifics}$`, 'u'),
  new RegExp(`^${officialWord}の?${officialWord}の?(?:${officialWord})?${honorifics}$`, 'u'),
]

/** Old and simplified forms, and kanji that look like the katakana they stand for here. */
const sameShapes: Readonly<Record<string, string>> = {
  營: '営',
  营: '営',
  运: '運',
  會: '会',
  卜: 'と',
  夕: 'た',
  工: 'え',
  二: 'に',
}
/** Signs of any script for a long vowel, which people also leave out. */
const longVowels = /[ー一〜~‐‑–—−_-]/gu
const letterForDigit: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 5: 's' }

const folded = (name: string): string =>
  readableText(name)
    .plain.replace(longVowels, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[營营运會卜夕工二]/gu, (sign) => sameShapes[sign] ?? sign)

/** A digit between or before Latin letters may be meant as a letter: k0yoi, adm1n. */
const withLetters = (text: string): string =>
  text.replace(/[0135](?=[a-z])|(?<=[a-z])[0135]/gu, (digit) => letterForDigit[digit] ?? digit)

/** Whether a reader of this name could take the member for the operators of this service. */
export const isReservedName = (name: string): boolean => {
  const plain = folded(name)
  const spellings = [plain, withLetters(plain), withLetters(plain).replaceAll('l', 'i')]
  return patterns.some((pattern) => spellings.some((spelling) => pattern.test(spelling)))
}
