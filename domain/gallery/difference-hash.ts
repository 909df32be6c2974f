/** A difference hash compares each pixel with its right neighbour: 8 rows of 9 grey pixels give 64 bits. */
export const differenceHashWidth = 9
export const differenceHashHeight = 8
/** Pictures whose hashes differ in at most so many of 64 bits look the same: encoded again, scaled or slightly brighter. */
export const sameLookBits = 8

/** @param grey one byte a pixel, row by row */
export const differenceHash = (grey: Uint8Array): string => {
  let bits = ''
  for (let row = 0; row < differenceHashHeight; row += 1)
    for (let column = 0; column < differenceHashWidth - 1; column += 1) {
      const at = row * differenceHashWidth + column
      bits += (grey[at] ?? 0) > (grey[at + 1] ?? 0) ? '1' : '0'
    }
  return bits
}

/** A picture of one colour, or nearly so, has a hash that says nothing. */
export const isTelling = (hash: string): boolean => {
  const ones = hash.replaceAll('0', '').length
  return ones > sameLookBits && ones < hash.length - sameLookBits
}
