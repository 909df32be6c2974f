import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PostalAddress } from '#contract/market/transactions.ts'
import { regions } from '#domain/people/regions.ts'
import { isLongerThan, isUnprintable, withoutStackedMarks } from '#domain/text/written.ts'

const lineMax = 50
const nameMax = 40

const line = (written: string, max: number): string | null => {
  if (isUnprintable(written) || isLongerThan(written, max * 2)) return null
  const text = withoutStackedMarks(written).normalize('NFKC').replaceAll(/\s+/gu, ' ').trim()
  return isLongerThan(text, max) ? null : text
}

const digits = (written: string): string => written.normalize('NFKC').replaceAll(/[^\d]/g, '')

/** An address as a label prints it: full-width figures become plain ones. The building may be left out. */
export const readAddress = (written: PostalAddress): PostalAddress | Refusal<'marketAddressWrong'> => {
  const [name, city, street] = [
    line(written.name, nameMax),
    line(written.city, lineMax),
    line(written.street, lineMax),
  ]
  const building = line(written.building, lineMax)
  const [postalCode, phone] = [digits(written.postalCode), digits(written.phone)]
  if (!name || !city || !street || building === null) return refuse('marketAddressWrong')
  if (!/^\d{7}$/.test(postalCode) || !/^0\d{9,10}$/.test(phone)) return refuse('marketAddressWrong')
  if (!regions.includes(written.prefecture)) return refuse('marketAddressWrong')
  return { name, postalCode, prefecture: written.prefecture, city, street, building, phone }
}
