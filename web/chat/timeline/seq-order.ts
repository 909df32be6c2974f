interface Ordered {
  readonly seq: number
}

/** The index of a seq, or where it belongs, in a list ordered by seq. */
export const indexOfSeq = (list: readonly Ordered[], seq: number): number => {
  const last = list.at(-1)
  if (!last || last.seq < seq) return list.length
  let low = 0
  let high = list.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.seq ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return low
}
