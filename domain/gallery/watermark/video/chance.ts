/**
 * How likely a stranger's copy scores so much or more: `[score]` for each score up to the weights' sum. Of a stranger's copy
 * each segment agrees by the toss of a coin and then scores its weight, whichever weights the reading gave.
 * @param weights whole numbers
 */
export const chancesOfStranger = (weights: readonly number[]): Float64Array => {
  const most = weights.reduce((sum, weight) => sum + weight, 0)
  const chances = new Float64Array(most + 1)
  chances[0] = 1
  let sum = 0
  for (const weight of weights) {
    sum += weight
    for (let score = sum; score >= 0; score -= 1)
      chances[score] = ((chances[score] ?? 0) + (score < weight ? 0 : (chances[score - weight] ?? 0))) / 2
  }
  for (let score = most - 1; score >= 0; score -= 1)
    chances[score] = Math.min(1, (chances[score] ?? 0) + (chances[score + 1] ?? 0))
  return chances
}
