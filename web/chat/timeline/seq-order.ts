interface Ordered {
  readonly seq: number
}

/** Where a seq is or belongs, in a list in the order of seq. */
export const placeOf = (list: readonly Ordered[], seq: number): number => {
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
