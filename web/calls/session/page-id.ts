let made: string | undefined

/** Identifies this page to the member's other pages. crypto.randomUUID exists on https and localhost only, as cameras do. */
export const pageId = (): string => {
  made ??= crypto.randomUUID()
  return made
}
