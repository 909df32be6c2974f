import type { BlobStore } from './outbox-ports.ts'

const databaseName = 'koyoi-chat'
const storeName = 'pictures'

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** One request to the store; null when the browser has no storage for us. */
const run = async <T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> => {
  try {
    const database = await open()
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(storeName, mode)
        const request = act(transaction.objectStore(storeName))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onerror = () => reject(transaction.error)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

/**
 * One member's pictures that wait to be uploaded: in memory for this page, and stored by the browser for the
 * next one.
 */
export const createPictureStore = (memberId: string): BlobStore => {
  const atHand = new Map<string, Blob>()
  const keyOf = (id: string) => [memberId, id]
  return {
    put: async (id, blob) => {
      atHand.set(id, blob)
      await run('readwrite', (store) => store.put(blob, keyOf(id)))
    },
    get: async (id) => {
      const stored: unknown = atHand.get(id) ?? (await run('readonly', (store) => store.get(keyOf(id))))
      return stored instanceof Blob ? stored : null
    },
    remove: async (id) => {
      atHand.delete(id)
      await run('readwrite', (store) => store.delete(keyOf(id)))
    },
  }
}

/** Clears the pictures of everybody but this member; everybody's when nobody is signed in. */
export const clearOthersPictures = async (memberId: string | null): Promise<void> => {
  const keys = await run('readonly', (store) => store.getAllKeys())
  for (const key of keys ?? []) {
    if (!Array.isArray(key) || key[0] !== memberId) await run('readwrite', (store) => store.delete(key))
  }
}
