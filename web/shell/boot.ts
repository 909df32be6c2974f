import type { Session } from '../../contract/account.ts'

/** What the server inlines into the page, so that the first screen needs no request to know who looks at it. */
interface BootData {
  session: Session | null
}

/** The inlined session: null for a visitor, undefined when the page came without it and has to ask. */
export const bootSession = (): Session | null | undefined => {
  const text = document.getElementById('boot')?.textContent
  if (!text) return undefined
  try {
    const boot: Partial<BootData> = JSON.parse(text)
    return boot.session
  } catch {
    return undefined
  }
}
