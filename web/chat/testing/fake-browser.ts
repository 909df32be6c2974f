import type { Clock } from '../member/chat-ports.ts'
import type { MemberChatPorts } from '../member/member-chat.ts'
import { type KeyValues, MemberStorage } from '../member/member-storage.ts'
import { createOutboxStorage } from '../outbox/outbox-storage.ts'

interface Tab {
  readonly memberId: string
  readonly isDead: boolean
}

interface Waiting {
  tab: Tab
  run: () => Promise<void>
  done: () => void
}

/** For tests: what the tabs of one browser share; it outlives them. */
export class FakeBrowser {
  readonly #clock: Clock
  readonly #values = new Map<string, string>()
  readonly #pictures = new Map<string, Blob>()
  readonly #listeners = new Map<Tab, Set<(key: string | null, value: string | null) => void>>()
  readonly #locks = new Map<string, Waiting[]>()
  #ids = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  portsOf(
    tab: Tab,
  ): Pick<MemberChatPorts, 'outboxStorage' | 'draftStorage' | 'blobs' | 'upload' | 'newId' | 'lock'> {
    const values = this.#valuesOf(tab)
    return {
      outboxStorage: createOutboxStorage(new MemberStorage(values, tab.memberId, 'outbox'), (listener) => {
        const listeners = this.#listeners.get(tab) ?? new Set()
        this.#listeners.set(tab, listeners.add(listener))
        return () => listeners.delete(listener)
      }),
      draftStorage: new MemberStorage(values, tab.memberId, 'draft'),
      blobs: {
        put: async (id, blob) => void this.#pictures.set(id, blob),
        get: async (id) => this.#pictures.get(id) ?? null,
        remove: async (id) => void this.#pictures.delete(id),
      },
      upload: async (_, { id }) => ({ imageId: `image-${id}` }),
      newId: () => `${tab.memberId}-${++this.#ids}`,
      lock: (name, run) =>
        new Promise((done) => {
          const queue = this.#locks.get(name) ?? []
          this.#locks.set(name, queue)
          queue.push({ tab, run, done })
          if (queue.length === 1) this.#runNext(name)
        }),
    }
  }

  /** The tab is gone: its locks are free, and it receives nothing. */
  remove(tab: Tab): void {
    this.#listeners.delete(tab)
    for (const [name, queue] of this.#locks) {
      const wasHolder = queue[0]?.tab === tab
      this.#locks.set(
        name,
        queue.filter((each) => each.tab !== tab),
      )
      if (wasHolder) this.#runNext(name)
    }
  }

  #runNext(name: string): void {
    const next = this.#locks.get(name)?.[0]
    if (!next) return
    void next.run().then(() => {
      if (next.tab.isDead) return
      this.#locks.get(name)?.shift()
      next.done()
      this.#runNext(name)
    })
  }

  #valuesOf(writer: Tab): KeyValues {
    const notify = (key: string, value: string | null) => {
      for (const tab of this.#listeners.keys()) {
        if (tab === writer) continue
        this.#clock.after(1, () => {
          for (const listener of this.#listeners.get(tab) ?? []) listener(key, value)
        })
      }
    }
    const values = this.#values
    return {
      get length() {
        return values.size
      },
      key: (index) => [...values.keys()][index] ?? null,
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => {
        values.set(key, value)
        notify(key, value)
      },
      removeItem: (key) => {
        if (values.delete(key)) notify(key, null)
      },
    }
  }
}
