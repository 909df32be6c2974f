import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call, isFailure } from '#contract/core/client.ts'
import { favouritesEndpoints } from '#contract/favourites/favourites.ts'
import { favouritePagesKey, patchPerson, refreshList } from '#web/people/queries.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { peopleKey } from '#web/shell/query-keys.ts'
import { createFavourite, type FavouriteState } from './favourite-model.ts'

export interface Favourite extends Pick<FavouriteState, 'bookmark' | 'locked' | 'alert'> {
  toggle: () => void
  dismissAlert: () => void
}

/**
 * The favourite toggle of one partner (specification 4); give its component a `key` of the partner. `bookmark` is the
 * server's latest value: a newer answer replaces the result of an earlier attempt. A visitor registers first.
 */
export const useFavourite = (partnerId: string, bookmark: boolean): Favourite => {
  const { data: session } = useSession()
  const queryClient = useQueryClient()
  const [model] = useState(() => createFavourite(bookmark))
  const state = useSyncExternalStore(model.subscribe, model.get, model.get)
  useEffect(() => model.update(bookmark), [model, bookmark])

  const send = async (attempt: 'add' | 'remove', token: string): Promise<boolean> => {
    const endpoint = attempt === 'add' ? favouritesEndpoints.addBookmark : favouritesEndpoints.deleteBookmark
    const answer = await call(endpoint, { token, partnerId })
    if (!isFailure(answer)) {
      patchPerson(queryClient, partnerId, { bookmark: attempt === 'add' })
      void refreshList(queryClient, 'favourites')
      // A visible list keeps its rows; it is fetched again the next time.
      void queryClient.invalidateQueries({ queryKey: favouritePagesKey, refetchType: 'none' })
      return true
    }
    // A refusal means that another device knows better.
    if (answer.code !== 'serverFailure') void queryClient.invalidateQueries({ queryKey: peopleKey })
    return false
  }

  return {
    ...state,
    toggle: () => {
      if (session) void model.press((attempt) => send(attempt, session.user.token))
      else openRegistration()
    },
    dismissAlert: model.dismissAlert,
  }
}
