import { callServerEvents } from '#contract/calls/calls.ts'
import { chatServerEvents } from '#contract/chat/chat.ts'
import { flowServerEvents } from '#contract/live/flow.ts'
import { liveServerEvents } from '#contract/live/rooms.ts'
import { favouriteStandby } from '#contract/notifications/notification-settings.ts'
import { presenceChanged } from '#contract/people/people.ts'
import { pointChanged } from '#contract/points/points.ts'
import { favouritePosted } from '#contract/timeline/timeline.ts'

/** Every socket event that the server sends, with the schema of what it carries; null for those that carry nothing. */
export const serverEvents = {
  ...callServerEvents,
  ...chatServerEvents,
  ...liveServerEvents,
  ...flowServerEvents,
  'presence:changed': presenceChanged,
  'point:changed': pointChanged,
  /** The member's own name or profile was changed by another of the member's pages; the page requests it again. */
  'member:changed': null,
  /** A notification in the app was added; the page requests the newest again. */
  'notices:changed': null,
  'favourite:standby': favouriteStandby,
  /** Something was posted; a page that shows the timeline asks how much of it is for its member. */
  'timeline:posted': null,
  'favourite:posted': favouritePosted,
  /** The session was signed out or revoked; the page requests its session again. */
  'session:over': null,
}
