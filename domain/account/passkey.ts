import { passkeyNameGraphemesMax } from '#contract/account/passkeys.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { graphemesOf } from '#domain/text/graphemes.ts'
import { isShown } from './nickname.ts'

/** The name of a passkey: 1 to 30 graphemes, NFC, trimmed. */
export const readPasskeyName = (
  written: string,
): string | Refusal<'passkeyNameEmpty' | 'passkeyNameTooLong' | 'nameNotShown'> => {
  const name = written.normalize('NFC').trim()
  const shown = graphemesOf(name)
  if (shown.length === 0) return refuse('passkeyNameEmpty')
  if (shown.length > passkeyNameGraphemesMax) return refuse('passkeyNameTooLong')
  return shown.every(isShown) ? name : refuse('nameNotShown')
}

/** In this order: Android also names Linux, and an iPhone also names Mac OS X. */
const devices = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Windows/, 'Windowsパソコン'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linuxパソコン'],
] as const

/** The name of a new passkey until its owner changes it: the kind of device it was made on. */
export const firstPasskeyName = (userAgent: string): string =>
  devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'パスキー'
