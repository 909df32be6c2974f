/**
 * Japanese phone numbers in every spelling: digits of any script, in kanji, kana and English, with anything
 * between them that is neither a letter nor another number. Linear in the text's length.
 */

/** In this order, because しち contains し. The letters o, l and i stand for the digits they look like. */
const readings: readonly (readonly [digit: string, spellings: string])[] = [
  ['0', 'ぜろ|れい|まる|zero|零|〇|o(?!ne)'],
  ['1', 'いち|ひと|one|一|壱|[li](?!ne)'],
  ['2', 'ふた|に|two|二|弐'],
  ['3', 'さん|three|三|参'],
  ['7', 'なな|しち|seven|七'],
  ['4', 'よん|よ|し|four|四'],
  ['5', 'ご|five|五|伍'],
  ['6', 'ろく|six|六|陸'],
  ['8', 'はち|eight|八'],
  ['9', 'きゅう|きゅー|きゅ|く|nine|九'],
]
/** What people say between the parts of a number. */
const fillers = 'はいふん|よこぼう|そのあと|つぎは|つぎ|あと|から|[のとでをー]'

const spelled = new RegExp(
  `${readings.map(([, spellings]) => `(${spellings})`).join('|')}|(${fillers})|[\\p{L}\\p{N}](?<![0-9])`,
  'gu',
)

/** Digits, the signs between them, and `#` for anything that ends a number. */
const digitsOf = (plain: string): string =>
  plain.replace(spelled, (...match) => {
    const found = (match.slice(1, readings.length + 1) as (string | undefined)[]).findIndex(Boolean)
    // With spaces around it: `phone090…` is a word and a number, not the digit of `one` and a longer number.
    if (found >= 0) return ` ${readings[found]?.[0]} `
    return match[readings.length + 1] === undefined ? '#' : ' '
  })

const time = '(?:[01]?\\d|2[0-4]):[0-5]\\d'
const date = '(?:19|20)\\d\\d([/.-])(?:0?[1-9]|1[0-2])\\1(?:0?[1-9]|[12]\\d|3[01])'
const clockTime = '(?:[01]\\d|2[0-3])[0-5]\\d'
/** A plan of hours and days has as many digits as a number. */
const plan = new RegExp(`^\\W*(?:(?:${date}|${time}|${clockTime})(?:[^\\d#]+|$))+$`)
const planLengthMax = 120
const isPlan = (run: string): boolean => run.length <= planLengthMax && plan.test(run.trim())

/** A mobile or internet number, national or international; what follows it doesn't matter. */
const mobile = /^(?:0[5-9]0\d{8}|(?:00)?81[5-9]0\d{8})/
const mobileDigitsMax = 14
/** Without its leading zero it counts only alone. */
const bareMobile = /^[5789]0\d{8}$/
/** Ten digits that begin with an area code. */
const landline = /^(?:0[1-9]\d{8}|(?:00)?81[1-9]\d{8})$/
const listsAndDecimals = /^0123456789$|^0\.\d+$/

const isCounting = (groups: readonly string[]): boolean =>
  groups.length > 2 &&
  groups.every((group, index) => index === 0 || Number(group) === Number(groups[index - 1]) + 1)

/** A number may begin at the run's start and after every sign. */
const hasMobile = (run: string): boolean => {
  const groups = run.match(/\d+/g) ?? []
  const digits = groups.join('')
  let start = 0
  return groups.some((group) => {
    const isOne = mobile.test(digits.slice(start, start + mobileDigitsMax))
    start += group.length
    return isOne
  })
}

const withoutFirstParticles = (run: string): string => run.replace(/^(?:\s+\d\s)+/, '')
const reversed = (run: string): string => [...run].reverse().join('')
/**
 * Without the particles at its ends that are digits as well: 〜にかけて. The last ones are read backwards, because
 * a pattern that looks for them from each position would take quadratic time.
 */
const withoutParticles = (run: string): string =>
  reversed(withoutFirstParticles(reversed(withoutFirstParticles(run))))

const isLandline = (part: string): boolean => {
  const groups = part.match(/\d+/g) ?? []
  if (listsAndDecimals.test(part.trim()) || isCounting(groups)) return false
  return landline.test(groups.join(''))
}

const hours = new RegExp(`(?<![\\d:])${time}(?![\\d:])`, 'g')
const hasLandline = (run: string): boolean =>
  run
    .replace(hours, '#')
    .split('#')
    .some((part) => isLandline(part) || isLandline(withoutParticles(part)))

const talksOfNumbers = /でんわ|電話|番号|ばんごう|携帯|けいたい|けーたい|tel|連絡先|しょーとめ/

/** Whether a readable text (`readableText`) contains a phone number. */
export const hasPhoneNumber = (plain: string): boolean => {
  const runs = digitsOf(plain).split('#')
  return runs.some((run) => {
    const digits = run.replace(/\D/g, '')
    if (digits.length < 10 || isPlan(run)) return false
    return hasMobile(run) || hasLandline(run) || (bareMobile.test(digits) && talksOfNumbers.test(plain))
  })
}
