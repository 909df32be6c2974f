import { expect, test } from 'vitest'
import { endReasonText } from './receipt-text.ts'

test.each(Object.entries(endReasonText.broadcaster))(
  'shows nothing of the caller’s points in the broadcaster’s receipt: %s',
  (_, text) => {
    expect(text).not.toContain('ポイント')
  },
)
