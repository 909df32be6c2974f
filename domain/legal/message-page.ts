import { type Refusal, refuse } from '#contract/core/refusal.ts'

interface MessagePeriod {
  fromMs: number
  /** Null: no end. */
  untilMs: number | null
}

/** Whether a page is published at this moment. */
export const isPublishedAt = ({ fromMs, untilMs }: MessagePeriod, nowMs: number): boolean =>
  fromMs <= nowMs && (untilMs === null || nowMs < untilMs)

export interface MessageDraft extends MessagePeriod {
  title: string
  markdown: string
}

/** The refusal of a page that can't be saved: its title, its text, its period. */
export const messageDraftRefusal = (
  draft: MessageDraft,
): Refusal<'messageTitleMissing' | 'messageTextEmpty' | 'messageTimesWrong'> | null => {
  if (draft.title.trim() === '') return refuse('messageTitleMissing')
  if (draft.markdown.trim() === '') return refuse('messageTextEmpty')
  return draft.untilMs !== null && draft.untilMs <= draft.fromMs ? refuse('messageTimesWrong') : null
}
