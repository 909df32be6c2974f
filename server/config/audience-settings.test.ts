import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('without settings there is no age gate, no analytics and no postback', () => {
  expect(readConfig({}).audience).toEqual({
    ageGate: false,
    analytics: undefined,
    conversionPostbackUrl: undefined,
    ipLookupUrl: undefined,
  })
})

test('the demo has no analytics, whatever is set', () => {
  const ANALYTICS_MEASUREMENT_ID = 'G-ABCD1234'
  expect(readConfig({ ANALYTICS_MEASUREMENT_ID }).audience.analytics).toBeUndefined()
  expect(readConfig({ ANALYTICS_MEASUREMENT_ID, DEMO: 'false' }).audience.analytics).toEqual({
    measurementId: 'G-ABCD1234',
  })
})

test("a wrong value stops the start, and an error never shows the postback's URL, which may hold a key", () => {
  expect(() => readConfig({ ANALYTICS_MEASUREMENT_ID: 'UA-1' })).toThrow('G-XXXXXXXXXX の形の測定ID')
  expect(() => readConfig({ CONVERSION_POSTBACK_URL: 'ftp://key@host' })).toThrow(/^(?!.*key@).*CONVERSION/)
})

test('an address look-up is an https URL with a host name and without credentials', () => {
  const IP_LOOKUP_URL = 'https://ip.example/?format=json'
  expect(readConfig({ IP_LOOKUP_URL }).audience.ipLookupUrl).toBe(IP_LOOKUP_URL)
  for (const wrong of [
    'http://ip.example/',
    'https://key@ip.example/',
    "https://a;script-src'/",
    'ip.example',
  ])
    expect(() => readConfig({ IP_LOOKUP_URL: wrong }), wrong).toThrow('IP_LOOKUP_URL')
})
