/** Points as they are typed, in digits of any width; null for anything but a whole number. */
export const readPrice = (text: string): number | null => {
  const digits = text.normalize('NFKC').replaceAll(',', '').trim()
  return /^\d{1,5}$/.test(digits) ? Number(digits) : null
}

/** Tags as they are typed, between spaces, commas or #. */
export const readTagText = (text: string): string[] =>
  text.split(/[\s、,，#＃]+/u).filter((tag) => tag !== '')
