import type { Publication } from '../tracks/publication.ts'
import type { Subscription } from '../tracks/subscription.ts'

/** Both connections of one page of a participant. */
export interface Line {
  publication: Publication
  subscription: Subscription
}
