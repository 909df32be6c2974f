import { expect, it } from 'vitest'
import { readCampaignCode } from './browser-ports.ts'

it.each([
  ['', 'Organic'],
  ['theme=dark; other_cm_code=x', 'Organic'],
  ['cm_code=', 'Organic'],
  ['a=1; cm_code=spring2026; b=2', 'spring2026'],
  ['cm_code=%E6%98%A5', '春'],
  ['cm_code=50%', '50%'],
])('the campaign code in 「%s」 is %s', (cookies, code) => {
  expect(readCampaignCode(cookies)).toBe(code)
})
