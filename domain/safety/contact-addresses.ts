/** Mail addresses, web addresses and account names in a readable text (`readableText`). */

const providers = 'gmail|icloud|yahoo|hotmail|outlook|docomo|ezweb|softbank|au|rakuten|proton'
/** Endings that make an address anywhere. */
const endings =
  'com|net|org|jp|info|biz|xyz|site|online|link|club|shop|tokyo|page|dev|app|top|ru|moe|tk|vip|icu|asia|mobi|website'
/** Endings that are also words; they need a path after them. */
const shortEndings = 'me|io|ly|gg|to|be|tv|cc|co|us|uk|kr|cn|gl|in|la|is'

const kanaWords: readonly (readonly [RegExp, string])[] = [
  [/どっと\s*こむ/g, '.com'],
  [/どっと\s*じぇー?ぴー/g, '.jp'],
  [/どっと\s*ねっと/g, '.net'],
  [/(?<=[a-z0-9])\s*(?:[(（[<]\s*at\s*[)）\]>]|\sat\s|あっと(?:まーく)?)\s*/g, '@'],
  [/(?<=\S)(?:あっとまーく|あっと(?=じーめ|どこも|やふ|いーじ|そふと|あいくら))/g, '@'],
  [/(?<=[a-z0-9])\s*(?:[(（[<]\s*dot\s*[)）\]>]|\sdot\s|どっと|てん)\s*(?=[a-z0-9])/g, '.'],
  [/(?<=[a-z0-9])\s*[。．・｡]\s*(?=[a-z])/g, '.'],
  [/@\s*じーめーる/g, '@gmail'],
  [/@\s*どこも/g, '@docomo'],
  [/@\s*やふー/g, '@yahoo'],
  [/@\s*そふとばんく/g, '@softbank'],
  [/@\s*あいくらうど/g, '@icloud'],
]

const spelledOut = (plain: string): string =>
  kanaWords.reduce((text, [word, sign]) => text.replace(word, sign), plain)

const withoutSpaces = (plain: string): string => spelledOut(plain).replace(/\s+/g, '')

const mail = new RegExp(
  [
    '[a-z0-9_%+-]@[a-z0-9-]{1,63}\\.[a-z]{2}',
    `[\\p{L}\\p{N}_%+-]@(?:${providers})(?![a-z0-9])`,
    '[a-z0-9._-]{3}(?:gmail|icloud|hotmail|docomo|ezweb|softbank)\\.(?:com|ne|co|jp)',
  ].join('|'),
  'u',
)

/** `taro@example.com`, `taro あっと gmail どっと com`, `taro(at)docomo`. */
export const hasMailAddress = (plain: string): boolean => mail.test(withoutSpaces(plain))

const scheme = /h(?:tt|xx)ps?:\/\/|(?<![a-z0-9])www\.[a-z0-9-]{2}/
const hostInText = new RegExp(
  `(?<![a-z0-9])(?=[a-z0-9-]{0,62}[a-z])[a-z0-9][a-z0-9-]{1,62}\\.(?:[a-z0-9-]{2,30}\\.)?(?:(?:${endings})(?![a-z0-9])|(?:${shortEndings})/[a-z0-9~@_-])`,
)
const knownHosts =
  /(?<![a-z0-9])(?:line\.me|lin\.ee|t\.me|wa\.me|youtu\.be|bit\.ly|goo\.gl|discord\.gg|lit\.link|linktr\.ee|x\.com|fb\.me|ig\.me)(?![a-z0-9])/
const spacedHost =
  /(?<![a-z0-9.-])(?=[a-z0-9-]{0,62}[a-z])[a-z0-9][a-z0-9-]{2,62}\.(?:com|co\.jp|ne\.jp|net|jp)(?![a-z0-9])/

/** Web addresses with or without a scheme: `https://…`, `example.com`, `example。com`, `line.me/ti/p/…`. */
export const hasUrl = (plain: string): boolean => {
  const text = spelledOut(plain)
  if (scheme.test(text) || hostInText.test(text) || knownHosts.test(text)) return true
  const tight = text.replace(/\s+/g, '')
  return scheme.test(tight) || spacedHost.test(tight)
}

const statedId =
  /(?<![a-z])(?:id|あいでぃー?)\s{0,3}(?:は|が|[:=→⇒])\s{0,3}@?(?=[\d._-]{0,9}[a-z])[a-z0-9][a-z0-9._-]{3}/
const handle = /(?<![a-z0-9.])@(?=[a-z.]{0,29}[0-9_])[a-z][a-z0-9_.]{3}|[a-z0-9_.]{2}#\d{4}(?!\d)/

/** `IDはtaro_123です`. */
export const hasStatedId = (plain: string): boolean => statedId.test(plain)
/** `@taro_123`, `taro#1234`. */
export const hasHandle = (plain: string): boolean => handle.test(plain)
