import type { BankAccount, BankAccountField } from '#contract/points/payouts.ts'

/** The fields of a bank account that can't be used, or the account as it is stored. */
export type BankAccountReading = { account: BankAccount } | { wrong: BankAccountField[] }

const numberDigits = 7

/** The characters that banks accept in a holder's name, in full width. */
const holderSigns = /^[ァ-ヶーA-Z0-9 ().,/-]{1,30}$/u
const placeName = /^[\p{L}\p{N}ー・\- ]{1,15}$/u

/**
 * Reads a bank account as people write it: full-width digits, hiragana and small letters are accepted, and a
 * number of less than seven digits gets leading zeros.
 */
export function readBankAccount(input: BankAccount): BankAccountReading {
  const account: BankAccount = {
    bankCode: halfWidth(input.bankCode),
    bankName: halfWidth(input.bankName),
    branchCode: halfWidth(input.branchCode),
    branchName: halfWidth(input.branchName),
    kind: input.kind,
    number: halfWidth(input.number).padStart(numberDigits, '0'),
    holder: katakana(halfWidth(input.holder)).toUpperCase(),
  }
  const isRight: Record<BankAccountField, boolean> = {
    bankCode: /^\d{4}$/.test(account.bankCode),
    bankName: placeName.test(account.bankName),
    branchCode: /^\d{3}$/.test(account.branchCode),
    branchName: placeName.test(account.branchName),
    number: /^\d{7}$/.test(account.number) && Number(account.number) > 0,
    holder: holderSigns.test(account.holder),
  }
  const wrong = (Object.keys(isRight) as BankAccountField[]).filter((field) => !isRight[field])
  return wrong.length > 0 ? { wrong } : { account }
}

/** The number as a screen shows it: its last three digits. */
export function maskedNumber(number: string): string {
  return `••••${number.slice(-3)}`
}

/** What makes two accounts the same one, however the holder's name is written. */
export function identityOf({ bankCode, branchCode, kind, number }: BankAccount): string {
  return [bankCode, branchCode, kind, number].join('-')
}

/**
 * A holder's name in the half-width kana that banks exchange: voiced marks are characters of their own, small
 * kana become large, the long sound becomes a hyphen.
 */
export function bankKana(holder: string): string {
  return [...holder.replace(/[ァィゥェォッャュョヮ]/g, (small) => largeKana[small] ?? small).normalize('NFD')]
    .map((sign) => halfKana[sign] ?? sign)
    .join('')
}

const halfWidth = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[−‐‑–—]/g, '-')
    .trim()

const katakana = (text: string): string =>
  text.replace(/[ぁ-ゖ]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0x60))

const pairs = (from: string, to: string): Record<string, string> =>
  Object.fromEntries([...from].map((sign, index) => [sign, [...to][index] ?? sign]))

const largeKana = pairs('ァィゥェォッャュョヮ', 'アイウエオツヤユヨワ')

const halfKana: Record<string, string> = {
  ...pairs(
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンヵヶ',
    'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝｶｹ',
  ),
  '\u3099': 'ﾞ',
  '\u309A': 'ﾟ',
  ー: '-',
}
