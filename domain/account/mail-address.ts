/** As lenient as an input of type email: something, an @, something; whether it exists only a mail tells. */
const shape = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/

/** The one spelling of a mail address that accounts are found by. */
export const normalMail = (mail: string): string => mail.trim().normalize('NFKC').toLowerCase()

export const isMailAddress = (normal: string): boolean => shape.test(normal) && !normal.includes('\0')

/** Enough for its owner to know it by, too little for whoever looks over a shoulder: ta•••@example.jp. */
export const maskedMail = (mail: string): string => {
  const at = mail.lastIndexOf('@')
  return `${[...mail.slice(0, at)].slice(0, 2).join('')}•••${mail.slice(at)}`
}
