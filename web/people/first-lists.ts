import type { QueryClient } from '@tanstack/react-query'
import type { VisitorHome } from '#contract/people/people.ts'
import { homeStandbyMax } from '#domain/people/figures.ts'
import { listKey, livePeopleKey } from './queries.ts'

/** The lists that came with a visitor's home (server/app/document/visitor-home.ts); null in every other page. */
const firstLists = (): VisitorHome | null => {
  const text = document.getElementById('first-lists')?.textContent
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Spares home its first requests. An old page, such as one of a step back, shows its lists and asks for newer ones. */
export const seedFirstLists = (queryClient: QueryClient): void => {
  const home = firstLists()
  if (!home) return
  // A clock that is slow would make the lists fresh for longer than they are.
  const updatedAt = Math.min(home.atMs, Date.now())
  queryClient.setQueryData(listKey('standby', homeStandbyMax, null), home.standby, { updatedAt })
  queryClient.setQueryData(livePeopleKey(null), { type: 'success', users: home.live }, { updatedAt })
}
