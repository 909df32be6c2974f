import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from '#web/router/router.ts'

/** Pages that are fetched in search of the target; a link further back leads to the list. */
const pagesMax = 20

/**
 * Scrolls to the element of a list that the address names behind its # and marks it, fetching pages until it is there.
 *
 * @param prefix of the ids of the list's elements
 * @returns whether the list is whole and has no such element
 */
export const useHashTarget = (
  prefix: string,
  query: Pick<
    UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
    'data' | 'hasNextPage' | 'fetchNextPage'
  >,
): boolean => {
  const { hash, key } = useLocation()
  const [goneKey, setGoneKey] = useState<string | null>(null)
  const shownKey = useRef<string | null>(null)
  const id = hash.startsWith(`#${prefix}`) ? hash.slice(1) : null
  const pages = query.data?.pages.length ?? 0
  const look = useEffectEvent((target: string) => {
    if (shownKey.current === key) return
    const element = document.getElementById(target)
    if (element) {
      shownKey.current = key
      for (const marked of document.querySelectorAll('[data-here]')) marked.removeAttribute('data-here')
      element.setAttribute('data-here', '')
      element.scrollIntoView({ block: 'center' })
    } else if (query.hasNextPage && pages < pagesMax) void query.fetchNextPage()
    else setGoneKey(key)
  })
  useEffect(() => {
    if (id !== null && pages > 0) look(id)
  }, [id, pages])
  return id !== null && goneKey === key
}
