/** A video that is being sent for something: its id, and the file itself where the browser could keep it. */
export interface KeptVideo {
  videoId: string
  /** Null where the browser had no room for it: it has to be chosen again. */
  file: File | null
  bytes: number
}

const store = 'videos'

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('koyoi-videos', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const within = async <Result>(
  mode: IDBTransactionMode,
  work: (videos: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> => {
  const database = await opened()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode)
      const request = work(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

/** Remembers a video across reloads; without room for the file, its id alone. Never throws. */
export const keepVideo = async (key: string, kept: KeptVideo): Promise<void> => {
  try {
    await within('readwrite', (videos) => videos.put(kept, key)).catch(() =>
      within('readwrite', (videos) => videos.put({ ...kept, file: null }, key)),
    )
  } catch {
    // A browser without this storage continues until the page is left.
  }
}

export const keptVideo = async (key: string): Promise<KeptVideo | null> => {
  try {
    return (await within<KeptVideo | undefined>('readonly', (videos) => videos.get(key))) ?? null
  } catch {
    return null
  }
}

export const removeKeptVideo = async (key: string): Promise<void> => {
  try {
    await within('readwrite', (videos) => videos.delete(key))
  } catch {
    // Nothing was kept.
  }
}
