import { expect, it } from 'vitest'
import { withoutForks } from './processes.ts'

it('finds the main process and not what it has just forked', () => {
  const command = 'postgres -D /data'
  const main = { pid: 10, parentPid: 1, command }
  expect(withoutForks([main, { pid: 11, parentPid: 10, command }])).toEqual([main])
  const other = { pid: 20, parentPid: 1, command }
  expect(withoutForks([main, other])).toEqual([main, other])
})
