import { expect, it } from 'vitest'
import { firstDraft, isShortTime, ratesOf, timeLeftText, titleFault, withTag } from './live-draft.ts'

const bounds = { watch: { min: 100, max: 300 }, call: { min: 100, max: 500 } }

it('begins with the last settings, within the bounds of today', () => {
  const last = { title: '夜の雑談', tags: ['雑談'], rates: { watch: 50, call: 600 } }
  expect(firstDraft({ last, bounds })).toEqual({
    title: '夜の雑談',
    tags: ['雑談'],
    watch: 100,
    call: 500,
    isCallOpen: true,
    source: 'browser',
  })
})

it('keeps a rate for a video chat that is closed, and sends none', () => {
  const last = { title: '', tags: [], rates: { watch: 200, call: null } }
  const draft = firstDraft({ last, bounds })
  expect(draft).toMatchObject({ call: 200, isCallOpen: false })
  expect(ratesOf(draft)).toEqual({ watch: 200, call: null })
  expect(ratesOf({ ...draft, isCallOpen: true })).toEqual({ watch: 200, call: 200 })
})

it('counts a title by what a reader counts', () => {
  expect(titleFault('  ')).toBe('配信タイトルを入力してください。')
  expect(titleFault('👨‍👩‍👧'.repeat(40))).toBeNull()
  expect(titleFault('あ'.repeat(41))).toBe('40文字以内で入力してください。')
})

it('takes up to three different tags, with or without a #', () => {
  expect(withTag(['雑談'], ' ＃お酒 ')).toEqual({ tags: ['雑談', 'お酒'], fault: null })
  expect(withTag(['雑談'], '#雑談')).toEqual({ tags: ['雑談'], fault: null })
  expect(withTag(['a', 'b', 'c'], 'd')).toEqual({ tags: ['a', 'b', 'c'], fault: 'タグは3つまでです。' })
  expect(withTag([], 'あ'.repeat(13)).fault).toBe('タグは12文字以内で入力してください。')
})

it('tells the time that is left, and warns ten minutes before its end', () => {
  expect(timeLeftText(8 * 3_600_000)).toBe('8時間')
  expect(timeLeftText(3_600_000 + 90_000)).toBe('1時間1分')
  expect(timeLeftText(59_999)).toBe('1分未満')
  expect([isShortTime(600_001), isShortTime(600_000)]).toEqual([false, true])
})
