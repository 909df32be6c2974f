import { expect, test } from 'vitest'
import { liveTagMax, liveTagsMax, liveTitleMax } from '#contract/live/rooms.ts'
import { livePlaces } from './live-rooms.ts'
import { broadcasters } from './people.ts'

test('everybody who is live in the demo stands in one place only, and answers calls otherwise', () => {
  const rooms = livePlaces.flatMap((place) => place.rooms)
  const ids = rooms.map((room) => room.broadcasterId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(broadcasters.find((person) => person.id === id)?.demoAnswers).toBe(true)
  for (const { title, tags } of rooms) {
    expect(title.length).toBeLessThanOrEqual(liveTitleMax)
    expect(tags.length).toBeLessThanOrEqual(liveTagsMax)
    for (const tag of tags) expect(tag.length).toBeLessThanOrEqual(liveTagMax)
  }
})
