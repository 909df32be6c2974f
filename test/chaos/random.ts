/** Numbers that a seed decides, so that a run's plan can be had again. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  between(min: number, max: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Picks by weight. */
  weighted<Name extends string>(weights: Record<Name, number>): Name
}

/** Mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    weighted: <Name extends string>(weights: Record<Name, number>): Name => {
      const entries = Object.entries<number>(weights) as [Name, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      throw new Error('no weights')
    },
  }
}
