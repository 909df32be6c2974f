/** Hands a text to the person as a file of this name. */
export const saveFile = (name: string, text: string, type: 'text/csv' | 'text/plain' = 'text/csv'): void => {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
