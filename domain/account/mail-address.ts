/**
 * As lenient as an input of type email: something, an @, something; only a mail shows whether the address
 * exists.
 */
const shape = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/

/** The one spelling of a mail address by which accounts are found. */
export const normalMail = (mail: string): string => mail.trim().normalize('NFKC').toLowerCase()

export const isMailAddress = (normal: string): boolean => shape.test(normal) && !normal.includes('\0')

/** Enough for its owner to recognise, too little for somebody who looks at the screen: ta•••@example.jp. */
export const mailMaskedForOwner = (mail: string): string => {
  const at = mail.lastIndexOf('@')
  return `${[...mail.slice(0, at)].slice(0, 2).join('')}•••${mail.slice(at)}`
}
