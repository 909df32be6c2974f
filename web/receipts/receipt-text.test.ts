import { expect, test } from 'vitest'
import { endReasonText } from './receipt-text.ts'

test.each(Object.entries(endReasonText.broadcaster))(
  'her receipt says nothing of his points: %s',
  (_, text) => {
    expect(text).not.toContain('ポイント')
  },
)
