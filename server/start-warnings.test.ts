import { expect, it } from 'vitest'
import { startWarnings } from './start-warnings.ts'

it.each<[string, string | undefined, string | undefined, boolean]>([
  ['https without the number of proxies', 'https://koyoi.example', undefined, true],
  ['https with an empty one', 'https://koyoi.example', '', true],
  ['https behind one proxy', 'https://koyoi.example', '1', false],
  ['https where addresses arrive as they are', 'https://koyoi.example', '0', false],
  ['http', 'http://koyoi.example', undefined, false],
  ['no public address', undefined, undefined, false],
])('%s', (_name, publicUrl, hops, isWarned) => {
  const warnings = startWarnings({ publicUrl }, { TRUSTED_PROXY_HOPS: hops })
  expect(warnings.some((line) => line.includes('TRUSTED_PROXY_HOPS'))).toBe(isWarned)
})
