import type { Poll } from '#contract/timeline/timeline.ts'

interface StoredPoll {
  choices: readonly string[]
  /** Null while the post is scheduled. */
  closesAtMs: number | null
  /** Votes by choice. */
  votes: readonly number[]
  ownChoice: number | null
}

/** A poll as a viewer sees it: its counts are hidden until the viewer has voted or it has ended. */
export const pollFor = ({ choices, closesAtMs, votes, ownChoice }: StoredPoll, nowMs: number): Poll => {
  const isClosed = closesAtMs !== null && closesAtMs <= nowMs
  const isCounted = isClosed || ownChoice !== null
  return {
    choices: choices.map((text, index) => ({ text, votes: isCounted ? (votes[index] ?? 0) : null })),
    closesAt: closesAtMs === null ? null : new Date(closesAtMs).toISOString(),
    isClosed,
    ownChoice,
  }
}
