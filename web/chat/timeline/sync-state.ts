import type { ChatSyncState } from '#contract/chat/chat.ts'

export const emptySyncState: ChatSyncState = { revision: 0, lastSeq: 0, ownReadSeq: 0, partnerReadSeq: 0 }

/** None of its figures ever decreases: of two reports of a conversation each figure's higher one counts. */
export const newerSyncState = (known: ChatSyncState, reported: ChatSyncState): ChatSyncState => {
  const merged = {
    revision: Math.max(known.revision, reported.revision),
    lastSeq: Math.max(known.lastSeq, reported.lastSeq),
    ownReadSeq: Math.max(known.ownReadSeq, reported.ownReadSeq),
    partnerReadSeq: Math.max(known.partnerReadSeq, reported.partnerReadSeq),
  }
  const isNewer = (Object.keys(merged) as (keyof ChatSyncState)[]).some((key) => merged[key] !== known[key])
  return isNewer ? merged : known
}
