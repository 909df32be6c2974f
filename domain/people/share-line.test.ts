import { expect, it } from 'vitest'
import { drawable, shareLine } from './share-line.ts'

it('is the first sentence', () => {
  expect(shareLine('夜更かしのラジオみたいな声、とよく言われます。映画のこと。')).toBe(
    '夜更かしのラジオみたいな声、とよく言われます。',
  )
  expect(shareLine('\n🌙\nこんばんは！話しましょう')).toBe('こんばんは！')
})

it('is cut where it takes more than two rows', () => {
  expect(shareLine('あ'.repeat(36))).toBe('あ'.repeat(36))
  expect(shareLine('あ'.repeat(37))).toBe(`${'あ'.repeat(35)}…`)
})

it('is empty without words', () => {
  for (const bio of ['', ' \n ', '🌙✨']) expect(shareLine(bio)).toBe('')
})

it('has no emoji, which the font of the cards lacks', () => {
  expect(drawable('みお🏮👩‍🎤 ☕️')).toBe('みお')
})
