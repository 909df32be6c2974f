import type { PersonCard } from '#contract/people/people.ts'
import { PersonTile } from '#web/favourites/person-tile.tsx'
import { PersonGrid } from '#web/ui/person/person-card.tsx'

/** People in a grid. The pictures of the first `eager` of them are fetched at once. */
export const PersonCards = ({ people, eager = 0 }: { people: readonly PersonCard[]; eager?: number }) => (
  <PersonGrid>
    {people.map((person, index) => (
      <li key={person.id}>
        <PersonTile person={person} eager={index < eager} />
      </li>
    ))}
  </PersonGrid>
)
