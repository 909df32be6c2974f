import type { NoticeTarget } from '#contract/notifications/notice-target.ts'
import { paths } from './paths.ts'

/** The page of a notification, with the thing on it behind the #. The service worker uses it too. */
export const noticePath = (target: NoticeTarget): string => {
  switch (target.screen) {
    case 'timelinePost':
      return paths.timelinePost(target.postId, target.commentId)
    case 'boardThread':
      return paths.boardThread(target.threadId, target.number)
    case 'galleryItem':
      return paths.galleryItem(target.itemId)
    case 'ownGallery':
      return target.itemId === null ? paths.ownGallery() : paths.editGalleryItem(target.itemId)
    case 'marketItem':
      return paths.marketItem(target.itemId)
    case 'marketTransaction':
      return paths.marketTransaction(target.transactionId)
    case 'profile':
      return paths.profile(target.partnerId)
    case 'reviews':
      return paths.reviewsOf(target.partnerId)
    case 'channel':
      return paths.channel(target.partnerId)
    case 'order':
      return paths.order(target.orderId)
    case 'community':
      return paths.legal('community')
    case 'imageRequests':
    case 'bookings':
    case 'payout':
    case 'security':
    case 'myPage':
    case 'pointHistory':
    case 'missions':
    case 'dataExport':
    case 'base':
    case 'application':
      return paths[target.screen]()
  }
}
