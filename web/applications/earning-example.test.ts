import { expect, it } from 'vitest'
import { earningExample } from './earning-example.ts'

it('works the share out at the usual price', () => {
  expect(earningExample).toBe('報酬は通話料金の40%です。1分200ptのビデオ通話なら、10分で800円になります。')
})
