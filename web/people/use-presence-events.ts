import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type PresenceChanged, presenceWatchMax } from '#contract/people/people.ts'
import { socketHub, useSocketEvent } from '#web/realtime/socket.ts'
import { peopleKey } from '#web/shell/query-keys.ts'
import { patchPerson, peopleInCache, subscribePresence } from './queries.ts'

/** A screen's answers come one after the other; their people are named together. */
const gatherMs = 250

/** Names the people whom the page may show to the server, whenever they change. @returns a function that stops it */
export const watchPeopleInCache = (queryClient: QueryClient): (() => void) => {
  let named = ''
  let gathering: ReturnType<typeof setTimeout> | undefined
  const update = (states: PresenceChanged[]) => {
    for (const { userId, state } of states) patchPerson(queryClient, userId, { state })
  }
  const name = () => {
    gathering = undefined
    const memberIds = peopleInCache(queryClient).slice(0, presenceWatchMax)
    const key = memberIds.toSorted().join()
    if (key === named) return
    named = key
    socketHub.watchPeople(memberIds, update)
  }
  const gather = () => {
    gathering ??= setTimeout(name, gatherMs)
  }
  gather()
  const stop = queryClient.getQueryCache().subscribe(gather)
  return () => {
    stop()
    clearTimeout(gathering)
  }
}

/** Updates the presence of people on the screen while a socket is open. */
export const usePresenceEvents = (): void => {
  const queryClient = useQueryClient()
  useEffect(() => watchPeopleInCache(queryClient), [queryClient])
  // A block was set or lifted: a person is gone from the lists, or back.
  useSocketEvent('chat:relisted', () => void queryClient.invalidateQueries({ queryKey: peopleKey }))
  useSocketEvent('presence:changed', (change: PresenceChanged) => subscribePresence(queryClient, change))
}
