import { ageCookieName, ageDeclarationVersion } from '#contract/account/account.ts'
import { legalDocuments } from '#contract/legal/legal-documents.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { observable } from '#web/shell/observable.ts'
import { useStore } from '#web/shell/use-store.ts'

/** Once a year. */
const passedForSec = 365 * 24 * 60 * 60

const isShown = observable(false)

/** The server has the gate on, and this browser hasn't passed it. */
export const setAgeGateShown = (isAgeGateShown: boolean): void => isShown.set(isAgeGateShown)

export const useIsAgeGateShown = (): boolean => useStore(isShown)

/** The pages that can be read before the age declaration. */
const openPaths: readonly string[] = [
  paths.health(),
  ...legalDocuments.map((document) => paths.legal(document)),
]

export const isOpenToAll = (pathname: string): boolean =>
  openPaths.includes(pathname) || pathname.startsWith(paths.messages())

/** 18 or older: the browser remembers it, and the page goes on where it is. */
export const passAgeGate = (): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4 and in Firefox
  document.cookie = `${ageCookieName}=${ageDeclarationVersion}; Path=/; Max-Age=${passedForSec}; SameSite=Lax${secure}`
  isShown.set(false)
}
