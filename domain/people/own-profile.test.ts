import { expect, test } from 'vitest'
import { decideProfile, newTexts, readTags } from './own-profile.ts'

test('fields that are not sent are not decided', () => {
  expect(decideProfile({})).toEqual({})
  expect(decideProfile({ isAgeShown: false })).toEqual({ isAgeShown: false })
  expect(decideProfile({ bio: '', job: '' })).toEqual({ bio: '', job: null })
})

test('names are counted in graphemes, and refused with the specification’s sentences', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(decideProfile({ name: family.repeat(20) })).toEqual({ name: family.repeat(20) })
  expect(decideProfile({ name: family.repeat(21) })).toEqual({ refused: 'nameTooLong' })
  expect(decideProfile({ name: '　 ' })).toEqual({ refused: 'nameTooShort' })
  expect(decideProfile({ name: 'a\u202eb' })).toEqual({ refused: 'nameNotShown' })
})

test.each([
  [{ region: '東京' }, { region: '東京' }],
  [{ region: '東京都' }, { refused: 'regionUnknown' }],
  [{ age: 18 }, { age: 18 }],
  [{ age: 17 }, { refused: 'profileAgeWrong' }],
  [{ age: 100 }, { refused: 'profileAgeWrong' }],
  [{ job: ' 会社員\n営業 ' }, { job: '会社員 営業' }],
  [{ job: 'あ'.repeat(21) }, { refused: 'jobTooLong' }],
  [{ bio: 'あ'.repeat(300) }, { bio: 'あ'.repeat(300) }],
  [{ bio: 'あ'.repeat(301) }, { refused: 'bioTooLong' }],
  [{ bio: '一行目\r\n二行目' }, { bio: '一行目\n二行目' }],
  [{ bio: 'a\u0000' }, { refused: 'badInput' }],
])('%j becomes %j', (changes, decided) => {
  expect(decideProfile(changes)).toEqual(decided)
})

test('tags lose their #, are unique, and have no gaps', () => {
  expect(readTags(['#映画', '＃映画', 'ｴｲｶﾞ', '', 'エイガ'])).toEqual(['映画', 'ｴｲｶﾞ'])
  expect(readTags(['よく 笑う'])).toEqual({ refused: 'tagWrong' })
  expect(readTags(['あ'.repeat(13)])).toEqual({ refused: 'tagWrong' })
  expect(readTags(['1', '2', '3', '4', '5', '6', '7', '8', '8'])).toHaveLength(8)
  expect(readTags(['1', '2', '3', '4', '5', '6', '7', '8', '9'])).toEqual({ refused: 'tagsTooMany' })
})

test('the contact guard reads new texts alone', () => {
  const stored = { name: 'みお', job: null, bio: '古い文', tags: ['映画'] }
  expect(newTexts({ name: 'みお', bio: '新しい文', tags: ['映画', '音楽'] }, stored)).toBe('音楽\n新しい文')
  expect(newTexts({}, stored)).toBe('')
})
