import { expect, it } from 'vitest'
import { isPullToRefresh } from './native-message.ts'

it.each([
  ['PULL_TO_REFRESH', true],
  [{ type: 'PULL_TO_REFRESH' }, true],
  ['{"type":"PULL_TO_REFRESH","from":"app"}', true],
  ['"PULL_TO_REFRESH"', false],
  ['{"type":', false],
  ['{"type":"OTHER"}', false],
  ['pull_to_refresh', false],
  [{ type: 'webpackOk' }, false],
  [null, false],
  [undefined, false],
  [42, false],
  [['PULL_TO_REFRESH'], false],
])('%j refreshes: %s', (data, refreshes) => {
  expect(isPullToRefresh(data)).toBe(refreshes)
})
