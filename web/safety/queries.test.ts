import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import {
  bookingsKey,
  galleryKey,
  imageRequestsKey,
  marketKey,
  mentionsKey,
  noticesKey,
  peopleKey,
} from '#web/shell/query-keys.ts'
import { refreshPeople } from './queries.ts'

it.each([
  ['the list of people', [...peopleKey, 'list']],
  ['the gallery', [...galleryKey, 'list']],
  ['the requests for pictures', imageRequestsKey],
  ['the market', [...marketKey, 'items']],
  ['the bookings', [...bookingsKey, 'list']],
  ['the notifications', [...noticesKey, 'newest']],
  ['the people to mention', mentionsKey],
  ['the blocked members', ['blocks', '10482736']],
])('reads %s again after a block or its end', async (_, queryKey) => {
  const client = new QueryClient()
  client.setQueryData(queryKey, [])
  await refreshPeople(client)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

it('leaves alone what shows nobody', async () => {
  const client = new QueryClient()
  const movieKey = ['timeline-movie', 'file']
  client.setQueryData(movieKey, { token: 'token' })
  await refreshPeople(client)
  expect(client.getQueryState(movieKey)?.isInvalidated).toBe(false)
})
