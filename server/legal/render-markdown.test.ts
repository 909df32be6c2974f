import { expect, test } from 'vitest'
import { markdownMax } from '#contract/legal/operator/documents.ts'
import { renderDraft, renderPublished } from './render-markdown.ts'

const long = (piece: string): string => piece.repeat(markdownMax / piece.length)

test('a draft is rendered like the published text', async () => {
  const draft = await renderDraft('# 第1条\n\n**大切**')
  expect(draft).toBe('<h2>第1条</h2>\n<p><strong>大切</strong></p>')
  expect(await renderPublished('# 第1条\n\n**大切**')).toBe(draft)
})

test('a text that takes too much work is refused, and blocks nothing meanwhile', async () => {
  const order: string[] = []
  setImmediate(() => order.push('something else'))
  const drafts = ['a*', '*_', '> - '].map((piece) => renderDraft(long(piece), 100))
  expect(await Promise.all(drafts)).toEqual(Array(3).fill({ refused: 'markdownTooComplex' }))
  order.push('refused')
  expect(order).toEqual(['something else', 'refused'])
  expect(await renderDraft('次の下書き')).toBe('<p>次の下書き</p>')
})

test('the same text at the same time is rendered once and correctly', async () => {
  const text = '一度に二人が読む'
  expect(await Promise.all([renderPublished(text), renderPublished(text)])).toEqual(
    Array(2).fill(`<p>${text}</p>`),
  )
})
