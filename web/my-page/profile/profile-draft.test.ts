import { expect, test } from 'vitest'
import { changesOf, draftOf, faultIn, withTags } from './profile-draft.ts'

const stored = {
  name: 'たけし',
  region: '東京',
  age: 34,
  isAgeChecked: false,
  isAgeShown: true,
  job: null,
  bio: '夜に話しましょう。',
  tags: ['映画'],
}

test('sends only changed fields', () => {
  expect(changesOf(draftOf(stored), stored)).toEqual({})
  const draft = { ...draftOf(stored), name: 'たけ', isAgeShown: false, tags: ['映画', '散歩'] }
  expect(changesOf(draft, stored)).toEqual({ name: 'たけ', isAgeShown: false, tags: ['映画', '散歩'] })
})

test('shows the two sentences of the specification before anything is sent', () => {
  expect(faultIn({ name: '' })).toBe('名前は1文字以上で入力してください。')
  expect(faultIn({ name: 'あ'.repeat(21) })).toBe('名前は20文字以内で入力してください。')
  expect(faultIn({ name: 'あ'.repeat(20) })).toBeNull()
})

test('adds one tag or several at a time', () => {
  expect(withTags(['映画'], '#散歩、音楽 猫')).toEqual({ tags: ['映画', '散歩', '音楽', '猫'] })
  expect(withTags(['映画'], '映画')).toEqual({ tags: ['映画'] })
  expect(withTags(['映画'], 'あ'.repeat(13))).toEqual({
    fault: 'タグは空白を入れずに、12文字以内で入力してください。',
  })
})
