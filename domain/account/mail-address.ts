/** As lenient as an input of type email: something, an @, something; whether it exists only a mail tells. */
const shape = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/

/** The one spelling of a mail address that accounts are found by. */
export const normalMail = (mail: string): string => mail.trim().normalize('NFKC').toLowerCase()

export const isMailAddress = (normal: string): boolean => shape.test(normal) && !normal.includes('\0')
