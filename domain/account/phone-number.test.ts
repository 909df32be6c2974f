import { expect, it } from 'vitest'
import { internationalNumber, maskedPhoneNumber, readPhoneNumber } from './phone-number.ts'

it.each([
  '09012345678',
  '090-1234-5678',
  ' 090 1234 5678 ',
  '(090)1234-5678',
  '０９０－１２３４－５６７８',
  '０９０ー１２３４ー５６７８',
  '０９０　１２３４　５６７８',
  '090‑1234–5678',
  '090−1234−5678',
  '090.1234.5678',
  '+81 90-1234-5678',
  '+819012345678',
  '＋８１９０１２３４５６７８',
  '+81 (0)90-1234-5678',
])('%j is the same number', (written) => expect(readPhoneNumber(written)).toBe('09012345678'))

it.each(['06012345678', '07012345678', '08012345678', '09099999999'])('%s is a mobile number', (number) =>
  expect(readPhoneNumber(number)).toBe(number),
)

it.each([
  ['nothing', ''],
  ['one digit less', '0901234567'],
  ['one digit more', '090123456789'],
  ['a landline', '0312345678'],
  ['toll-free', '08001234567'],
  ['an IP telephone', '05012345678'],
  ['a machine', '02012345678'],
  ['charged to the one who calls', '0990123456'],
  ['abroad', '+1 202 555 0123'],
  ['abroad that looks like ours', '+4490123456789'],
  ['a plus within', '090+12345678'],
  ['two countries', '+81+8190123456'],
  ['letters', '090abcd5678'],
  ['digits that are no ASCII ones after folding', '٠٩٠١٢٣٤٥٦٧٨'],
  ['an extension', '09012345678;ext=1'],
  ['two numbers', '09012345678,09012345679'],
])('%s is not a number that we text to', (_what, written) =>
  expect(readPhoneNumber(written)).toEqual({ refused: 'phoneNumberWrong' }),
)

it('is formatted for services and for screens', () => {
  expect(internationalNumber('09012345678')).toBe('+819012345678')
  expect(maskedPhoneNumber('09012345678')).toBe('090-••••-5678')
})
