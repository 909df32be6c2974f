import { useQueryClient } from '@tanstack/react-query'
import type { PresenceChanged } from '../../contract/people.ts'
import { useSocketEvent } from '../calls/socket.ts'
import { hearPresence } from './queries.ts'

/** Keeps the states on the screen true while a socket is open. */
export const usePresenceNews = (): void => {
  const queryClient = useQueryClient()
  useSocketEvent('presence:changed', (change: PresenceChanged) => hearPresence(queryClient, change))
}
