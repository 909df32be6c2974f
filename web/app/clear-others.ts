import { clearOthers as clearOthersValues } from '#web/chat/member/member-storage.ts'
import { clearOthersPictures } from '#web/chat/outbox/picture-store.ts'
import { deleteLastSeen } from '#web/shell/offline/last-seen-mark.ts'

/** Clears what the browser has of everybody but this member, beside the values that are gone at once. */
export const clearOthers = (memberId: string | null): Promise<unknown> => {
  clearOthersValues(() => sessionStorage, memberId)
  return Promise.all([clearOthersPictures(memberId), deleteLastSeen()])
}
