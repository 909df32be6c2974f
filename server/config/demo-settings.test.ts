import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('the demo has live rooms unless DEMO_LIVE is false, and nothing else has them', () => {
  expect(readConfig({}).demoLive).toBe(true)
  expect(readConfig({ DEMO_LIVE: 'false' }).demoLive).toBe(false)
  expect(readConfig({ DEMO: 'false', DEMO_LIVE: 'true' }).demoLive).toBe(false)
  expect(() => readConfig({ DEMO_LIVE: 'maybe' })).toThrow('設定 DEMO_LIVE の値 "maybe"')
})
