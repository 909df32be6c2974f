import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { StorageKey } from '#adapters/storage/port.ts'
import type { Context } from '#server/context.ts'
import { decrypt, encrypt } from '#server/secrets/encryption.ts'

const fileKeyBytes = 32

/** The key of a document's picture in the storage. Only the operators' routes read this folder. */
const documentFileKey = (documentId: string): StorageKey => `identity/${documentId}.bin`

const fileEncryption = (documentId: string) => ({ purpose: 'identityDocument', boundTo: documentId }) as const
const keyEncryption = (documentId: string) =>
  ({ purpose: 'identityDocumentKey', boundTo: documentId }) as const

interface NewDocumentKey {
  fileKey: Buffer
  /** The file's key as the table stores it. */
  wrapped: Buffer
}

/**
 * A key for one file alone: a file that was deleted with its row can't be decrypted any more, not even a copy
 * of it.
 */
export const newDocumentKey = ({ secret }: Pick<Context, 'secret'>, documentId: string): NewDocumentKey => {
  const fileKey = randomBytes(fileKeyBytes)
  return { fileKey, wrapped: encrypt(secret, keyEncryption(documentId), fileKey) }
}

export const putDocument = (
  { storage }: Pick<Context, 'storage'>,
  documentId: string,
  fileKey: Buffer,
  jpeg: Buffer,
): Promise<void> =>
  storage.put(documentFileKey(documentId), encrypt(fileKey, fileEncryption(documentId), jpeg))

/** The picture; null when its file is missing or was changed, or its key can't be decrypted. */
export const readDocument = async (
  { storage, secret }: Pick<Context, 'storage' | 'secret'>,
  { id, wrappedKey }: { id: string; wrappedKey: Buffer },
): Promise<Buffer | null> => {
  const fileKey = decrypt(secret, keyEncryption(id), wrappedKey)
  const file = fileKey && (await storage.get(documentFileKey(id)))
  return file ? decrypt(fileKey, fileEncryption(id), file) : null
}

/** Deletes files, then their rows with the keys. A crash in between leaves rows for the next round. */
export const deleteDocuments = async (
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  documentIds: readonly string[],
): Promise<void> => {
  for (const id of documentIds) {
    await storage.delete(documentFileKey(id))
    await sql`delete from identity_document where id = ${id}`.execute(db)
  }
}
