const lnFactorials: number[] = [0]

const lnFactorial = (value: number): number => {
  for (let at = lnFactorials.length; at <= value; at += 1)
    lnFactorials.push((lnFactorials[at - 1] ?? 0) + Math.log(at))
  return lnFactorials[value] ?? 0
}

/**
 * How likely a stranger's copy has at least so many of the segments that were read, when each agrees by the toss of a coin:
 * the upper end of the binomial distribution.
 */
export const chanceOfStranger = (agreeing: number, read: number): number => {
  let chance = 0
  for (let count = agreeing; count <= read; count += 1)
    chance += Math.exp(lnFactorial(read) - lnFactorial(count) - lnFactorial(read - count) - read * Math.LN2)
  return Math.min(1, chance)
}
