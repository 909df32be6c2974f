import { accountEndpoints } from '#contract/account/account.ts'
import { bookingsEndpoints } from '#contract/bookings/bookings.ts'
import { callsEndpoints } from '#contract/calls/calls.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { galleryEndpoints } from '#contract/gallery/gallery.ts'
import { liveRoomEndpoints } from '#contract/live/rooms.ts'
import { availabilityEndpoints } from '#contract/people/availability.ts'
import { ownProfileEndpoints } from '#contract/people/own-profile.ts'
import { peopleEndpoints } from '#contract/people/people.ts'
import { searchEndpoints } from '#contract/people/search.ts'
import { campaignsEndpoints } from '#contract/points/campaigns.ts'
import { pointsEndpoints } from '#contract/points/points.ts'
import { reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { studioEndpoints } from '#contract/studio/studio.ts'

/**
 * What the server may ask with a member's session while it renders the member's page. Each only reads: nothing is marked
 * as read, nobody becomes present, and no call is changed by it.
 */
export const memberReads: readonly EndpointSpec[] = [
  accountEndpoints.getMyUserInfo,
  availabilityEndpoints.getAvailabilityRequests,
  bookingsEndpoints.getBookingOffer,
  callsEndpoints.getReceipts,
  campaignsEndpoints.getPeriodPointBacks,
  galleryEndpoints.getGalleryItems,
  galleryEndpoints.getUnopenedItems,
  ownProfileEndpoints.getMyProfile,
  peopleEndpoints.getRecommendedLiveUsers,
  peopleEndpoints.getRecommendedUsers,
  peopleEndpoints.getUserInfForWeb,
  pointsEndpoints.getMyPoint,
  reviewsEndpoints.getUserReviews,
  liveRoomEndpoints.getLiveRooms,
  searchEndpoints.searchUsers,
  studioEndpoints.getBroadcasterHome,
  studioEndpoints.getMyStandby,
  studioEndpoints.getStudioSettings,
]
const paths = new Set(memberReads.map(({ path }) => path))

/** The built screens have the contract's objects a second time: paths tell which endpoint it is. */
export const isReadForMembers = ({ path }: EndpointSpec): boolean => paths.has(path)
