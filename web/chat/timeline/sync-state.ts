import type { ChatSyncState } from '#contract/chat/chat.ts'

export const nothingOutstanding: ChatSyncState = { revision: 0, lastSeq: 0, ownReadSeq: 0, partnerReadSeq: 0 }

/** None of its figures ever goes back: of two words about a conversation each figure's higher one holds. */
export const newerSyncState = (known: ChatSyncState, news: ChatSyncState): ChatSyncState => {
  const merged = {
    revision: Math.max(known.revision, news.revision),
    lastSeq: Math.max(known.lastSeq, news.lastSeq),
    ownReadSeq: Math.max(known.ownReadSeq, news.ownReadSeq),
    partnerReadSeq: Math.max(known.partnerReadSeq, news.partnerReadSeq),
  }
  const isNews = (Object.keys(merged) as (keyof ChatSyncState)[]).some((key) => merged[key] !== known[key])
  return isNews ? merged : known
}
