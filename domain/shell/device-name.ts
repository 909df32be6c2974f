/**
 * OS and browser by their usual names, from a user agent; for the contact mail (Specification 2) and for
 * devices.
 */

type Table = readonly (readonly [pattern: RegExp, name: string])[]

const systems: Table = [
  [/\((?:iPhone|iPod)[^()]*? OS (\d+)/, 'iOS'],
  [/\(iPad[^()]*? OS (\d+)/, 'iPadOS'],
  [/Android (\d+)/, 'Android'],
  [/Windows NT 10\.0/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Browsers that also contain another one's name come first. */
const browsers: Table = [
  [/ Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/ SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/ (?:OPR|OPT)\/(\d+)/, 'Opera'],
  [/ (?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/ (?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/ Version\/(\d+)(?:\.[\d.]*)? (?:Mobile(?:\/\w+)? )?Safari\//, 'Safari'],
]

const nameIn = (table: Table, userAgent: string): string | null => {
  for (const [pattern, name] of table) {
    const found = pattern.exec(userAgent)
    if (found) return found[1] ? `${name} ${found[1]}` : name
  }
  return null
}

/** Null: unknown. */
export const systemName = (userAgent: string): string | null => nameIn(systems, userAgent)
export const browserName = (userAgent: string): string | null => nameIn(browsers, userAgent)

/** Both in one: iOS 18・Safari 18. */
export const deviceName = (userAgent: string): string =>
  [systemName(userAgent), browserName(userAgent)].filter((name) => name !== null).join('・') || '不明な端末'
