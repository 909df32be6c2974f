/** A mail address as operators read it: its first letter and its host, t•••@example.jp. */
export const mailMaskedForOperators = (mail: string): string => {
  const at = mail.lastIndexOf('@')
  const [first = ''] = mail.slice(0, at)
  return `${first}•••${mail.slice(at)}`
}
