import type { BootData } from '#contract/core/boot-data.ts'

let known: Partial<BootData> | null = null

/** On the server, where no page is: what the pages of all visitors have in common. */
export const setBootData = (data: Partial<BootData>): void => {
  known = data
}

/** The inlined data; empty in a page without it. */
export const bootData = (): Partial<BootData> => {
  if (known) return known
  const text = document.getElementById('boot')?.textContent
  if (!text) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
