import { memberKey, memberPrefix as prefix } from '#web/shell/member-key.ts'

/** The browser's storage, or a test's. */
export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const keysOf = (storage: KeyValues): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

/**
 * One member's values of one kind, one key each. If storage is switched off or full, they live as long as the
 * page.
 */
export class MemberStorage {
  readonly #storage: KeyValues | null
  readonly #begin: string
  /** Values that couldn't be written. */
  readonly #unwritten = new Map<string, string>()

  constructor(storage: KeyValues | null, memberId: string, sort: string) {
    this.#storage = storage
    this.#begin = memberKey(memberId, sort)
  }

  owns(key: string | null): boolean {
    return key?.startsWith(this.#begin) ?? false
  }

  names(): string[] {
    const written = attempt(() => (this.#storage ? keysOf(this.#storage) : [])) ?? []
    const own = written.filter((key) => this.owns(key)).map((key) => key.slice(this.#begin.length))
    return [...new Set([...own, ...this.#unwritten.keys()])]
  }

  read(name: string): unknown {
    const text =
      this.#unwritten.get(name) ?? attempt(() => this.#storage?.getItem(this.#begin + name) ?? null)
    return text ? attempt(() => JSON.parse(text) as unknown) : null
  }

  write(name: string, value: unknown): void {
    const text = JSON.stringify(value)
    const isWritten = attempt(() => {
      this.#storage?.setItem(this.#begin + name, text)
      return this.#storage !== null
    })
    if (isWritten) this.#unwritten.delete(name)
    else this.#unwritten.set(name, text)
  }

  remove(name: string): void {
    this.#unwritten.delete(name)
    attempt(() => this.#storage?.removeItem(this.#begin + name))
  }
}

/**
 * Clears what is stored for everybody but this member; for everybody when nobody is signed in.
 * @param storageOf throws where the browser has no storage for us
 * @returns whether there was anything
 */
export const clearOthers = (storageOf: () => KeyValues, memberId: string | null): boolean =>
  attempt(() => {
    const storage = storageOf()
    const isOthers = (key: string) =>
      key.startsWith(`${prefix}:`) && !(memberId !== null && key.startsWith(`${prefix}:${memberId}:`))
    const others = keysOf(storage).filter(isOthers)
    for (const key of others) storage.removeItem(key)
    return others.length > 0
  }) ?? false

const attempt = <T>(act: () => T): T | null => {
  try {
    return act()
  } catch {
    return null
  }
}
