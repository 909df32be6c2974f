import { useMemo } from 'react'
import { sessionStore } from '#web/shell/local-store.ts'
import { memberKey } from '#web/shell/member-key.ts'
import { observable } from '#web/shell/observable.ts'
import { idToSend, type SentId } from '#web/shell/sent-id.ts'
import { useStore } from '#web/shell/use-store.ts'
import { useSession } from './session.tsx'

/** What is kept of a form. */
interface Kept<Draft> {
  /** The fields that differ from those of the untouched form. */
  changes: Partial<Draft>
  sent?: SentId
}

export interface KeptDraft<Draft> {
  /** As it is rendered. */
  draft: Draft
  /** As it is when it is asked for: what began at an earlier rendering would overwrite later changes. */
  now: () => Draft
  change: (changes: Partial<Draft>) => void
  /** As of `useSentId`, and the same when the form was left and is open again. */
  idOf: (content: unknown) => string
  /**
   * It is stored.
   * @param since what was written after it was sent
   */
  forget: (since?: Partial<Draft>) => void
  /** Forgets it once it is stored, though the page may be another one by then. The form shows a failure. */
  forgetAfter: <Answer>(sending: Promise<Answer>, isStored?: (answer: Answer) => boolean) => void
}

const readKept = <Draft>(key: string | null): Kept<Draft> => {
  try {
    const value: unknown = JSON.parse((key && sessionStore.get(key)) ?? 'null')
    if (typeof value === 'object' && value && 'changes' in value && typeof value.changes === 'object')
      return { ...value, changes: (value.changes ?? {}) as Partial<Draft> }
  } catch {
    // Another program wrote it.
  }
  return { changes: {} }
}

const keptUnder = <Draft>(key: string | null) => {
  const kept = observable(readKept<Draft>(key))
  return {
    ...kept,
    set: (next: Kept<Draft>) => {
      kept.set(next)
      const isUntouched = Object.keys(next.changes).length === 0 && next.sent === undefined
      if (key !== null) sessionStore.set(key, isUntouched ? null : JSON.stringify(next))
    },
  }
}

/** Fields of an earlier version of the page may be of another kind. */
const isOfKind = (one: unknown, other: unknown): boolean =>
  one === null ||
  other === null ||
  (typeof one === typeof other && Array.isArray(one) === Array.isArray(other))

const namesOf = <Draft extends object>(draft: Draft) => Object.keys(draft) as (keyof Draft)[]

const withChanges = <Draft extends object>(first: Draft, changes: Partial<Draft>): Draft => {
  const draft = { ...first }
  for (const name of namesOf(first)) {
    const value = changes[name]
    if (value !== undefined && isOfKind(value, first[name])) draft[name] = value as Draft[typeof name]
  }
  return draft
}

const changesOf = <Draft extends object>(draft: Draft, first: Draft): Partial<Draft> => {
  const changes: Partial<Draft> = {}
  for (const name of namesOf(first)) if (!Object.is(draft[name], first[name])) changes[name] = draft[name]
  return changes
}

/**
 * The draft of a member's form. A ring or a swipe may leave its page at any moment: the tab keeps what was written until
 * it is sent or the member signs out. A legal name, an address or a birth date is never in such a form.
 *
 * @param name of the form and of what it is about
 * @param first the untouched form
 */
export const useKeptDraft = <Draft extends object>(name: string, first: Draft): KeptDraft<Draft> => {
  const memberId = useSession().data?.user.id
  const key = memberId === undefined ? null : memberKey(memberId, 'form') + name
  const kept = useMemo(() => keptUnder<Draft>(key), [key])
  const now = () => withChanges(first, kept.get().changes)
  const forget = (since: Partial<Draft> = {}) => kept.set({ changes: since })
  return {
    now,
    draft: withChanges(first, useStore(kept).changes),
    change: (changes) => kept.set({ ...kept.get(), changes: changesOf({ ...now(), ...changes }, first) }),
    idOf: (content) => {
      const sent = idToSend(JSON.stringify(content), kept.get().sent)
      kept.set({ ...kept.get(), sent })
      return sent.id
    },
    forget,
    forgetAfter: (sending, isStored = () => true) =>
      void sending.then(
        (answer) => {
          if (isStored(answer)) forget()
        },
        () => undefined,
      ),
  }
}
