import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const whole = { SHIPPING_API_URL: 'https://gateway.example/v1', SHIPPING_API_KEY: 'k'.repeat(32) }

it('without a gateway the sandbox stands in', () => {
  expect(readConfig({}).shipping).toBeUndefined()
  expect(readConfig(whole).shipping).toEqual({ baseUrl: whole.SHIPPING_API_URL, key: whole.SHIPPING_API_KEY })
})

it.each(Object.keys(whole))('a half set up gateway stops the start: %s is missing', (name) => {
  expect(() => readConfig({ ...whole, [name]: undefined })).toThrow(name)
})

it('an error never shows a refused key', () => {
  expect(() => readConfig({ ...whole, SHIPPING_API_KEY: 'short-secret' })).toThrow(/^(?!.*short-secret)/)
})
