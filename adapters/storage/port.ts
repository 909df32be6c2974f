import type { Readable } from 'node:stream'

/** What is stored, by kind. */
export const storageFolders = ['images', 'identity', 'exports', 'videos'] as const
export type StorageFolder = (typeof storageFolders)[number]

/** `images/5f2a….jpg`: a folder and a plain file name, so that no key leads anywhere else. */
export type StorageKey = `${StorageFolder}/${string}`

const keyShape = new RegExp(`^(${storageFolders.join('|')})/[\\w-]{1,64}\\.[a-z0-9]{1,5}$`)

export const isStorageKey = (text: string): text is StorageKey => keyShape.test(text)

/**
 * Where originals live. A key names the same bytes for good, until it is deleted. Whatever can't be done right now
 * throws `StorageUnavailable`; a key of another shape is never there and can't be put.
 */
export interface Storage {
  /** Whole or not at all. The same bytes again are fine; other bytes under a used key throw `StorageKeyTaken`. */
  put(key: StorageKey, bytes: Uint8Array): Promise<void>
  /** The bytes; null when there are none. */
  get(key: StorageKey): Promise<Buffer | null>
  /** As `put`, of a file of ours that is too large for memory. */
  putFile(key: StorageKey, file: string): Promise<void>
  /** As `get`, to be read bit by bit. */
  open(key: StorageKey): Promise<{ stream: Readable; bytes: number } | null>
  /** As `open`, of the bytes from `first` to `last`, both included and within the file. */
  openRange(key: StorageKey, range: { first: number; last: number }): Promise<Readable | null>
  /** Deletes them; what isn't there is deleted already. */
  delete(key: StorageKey): Promise<void>
}

/** The storage doesn't answer, refuses us, or is full: an operator has to look, and the member may try again. */
export class StorageUnavailable extends Error {
  constructor(key: string, cause: unknown) {
    super(`storage unavailable for ${key}`, { cause })
    this.name = 'StorageUnavailable'
  }
}

export class StorageKeyTaken extends Error {
  constructor(key: string) {
    super(`other bytes are kept under ${key}`)
    this.name = 'StorageKeyTaken'
  }
}

/** A bug of the caller, never a matter of what members send. */
export const assertStorageKey = (key: string): void => {
  if (!isStorageKey(key)) throw new TypeError(`not a storage key: ${key}`)
}
