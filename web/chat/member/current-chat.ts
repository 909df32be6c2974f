import type { Session } from '#contract/account/account.ts'
import type { AuthClient } from '#web/session/auth-client.ts'
import { type Observable, observable, type Settable } from '#web/shell/observable.ts'
import type { MemberChat } from './member-chat.ts'
import { clearOthers, type KeyValues } from './member-storage.ts'

interface Opened {
  chat: MemberChat
  close: () => void
}

interface FollowPorts {
  client: Pick<AuthClient, 'state' | 'subscribe'>
  /** The member whom the server named for this page; undefined when it didn't answer. */
  boot: Session | null | undefined
  /** Throws where the browser has no storage for us. */
  storage(): KeyValues
  /** Resolves to null when its code fails to load; the next page tries again. */
  open(memberId: string): Promise<Opened | null>
  clearPictures(memberId: string | null): void
}

const chat: Settable<MemberChat | null> = observable<MemberChat | null>(null)

/** The chat of the signed-in member; null for a visitor and until its code has loaded. */
export const currentChat: Observable<MemberChat | null> = chat

/**
 * Opens and closes chat with the session. The browser's data of a member who signs out, or of any member
 * other than the present one, is cleared; a server that can't be reached signs nobody out.
 */
export const followMember = ({ client, boot, storage, open, clearPictures }: FollowPorts): void => {
  let known: string | null = null
  let opened: Opened | null = null

  /**
   * A picture may be left without other data: where the storage is full, or a page died between the two
   * writes.
   */
  const clear = (memberId: string | null, former: string | null) => {
    if (clearOthers(storage, memberId) || former !== null) clearPictures(memberId)
  }

  const follow = async () => {
    const { status, data } = client.state()
    const next = data?.user.id ?? null
    if (status === 'loading' || next === known) return
    const former = known
    known = next
    opened?.close()
    opened = null
    chat.set(null)
    clear(next, former)
    const mine = next === null ? null : await open(next)
    if (known !== next) mine?.close()
    else if (mine) {
      opened = mine
      chat.set(mine.chat)
    }
  }

  if (boot === null) clear(null, null)
  client.subscribe(() => void follow())
  void follow()
}
