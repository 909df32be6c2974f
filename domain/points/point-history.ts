/** The transfers of one line: a call is charged by the minute, a purchase issues several lots. */
interface Span {
  firstId: number
  lastId: number
}

/**
 * A page of lines, newest first, and the id before which the next page begins; null after the last one. A purchase during
 * a call lies between the call's charges: a page takes whole lines alone, and so all that reach into it.
 *
 * @param lines by `lastId`, newest first
 * @param isCut older transfers were not read: the line of the oldest one may be incomplete
 */
export const pageOfHistory = <Line extends Span>(
  lines: readonly Line[],
  limit: number,
  isCut: boolean,
): { lines: Line[]; next: number | null } => {
  const oldestId = Math.min(...lines.map(({ firstId }) => firstId))
  const whole = isCut && lines.length > 1 ? lines.filter(({ firstId }) => firstId !== oldestId) : lines
  let page = whole.slice(0, limit)
  for (;;) {
    const fromId = Math.min(...page.map(({ firstId }) => firstId))
    const extended = whole.filter(({ lastId }) => lastId >= fromId)
    if (extended.length === page.length) {
      const hasMore = isCut || page.length < whole.length
      return { lines: page, next: hasMore ? fromId : null }
    }
    page = extended
  }
}
