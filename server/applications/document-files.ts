import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { StorageKey } from '#adapters/storage/port.ts'
import type { Context } from '#server/context.ts'
import { decrypt, encrypt } from '#server/secrets/encryption.ts'

const fileKeyBytes = 32

/** Where the storage keeps a document's picture. No door but the operators' reads this folder. */
const documentFileKey = (documentId: string): StorageKey => `identity/${documentId}.bin`

const fileSeal = (documentId: string) => ({ purpose: 'identityDocument', boundTo: documentId }) as const
const keySeal = (documentId: string) => ({ purpose: 'identityDocumentKey', boundTo: documentId }) as const

export interface NewDocumentKey {
  fileKey: Buffer
  /** The file's key as the table keeps it. */
  wrapped: Buffer
}

/** A key for one file alone: what was deleted with its row is lost, even to whoever still has a copy of the file. */
export const newDocumentKey = ({ secret }: Pick<Context, 'secret'>, documentId: string): NewDocumentKey => {
  const fileKey = randomBytes(fileKeyBytes)
  return { fileKey, wrapped: encrypt(secret, keySeal(documentId), fileKey) }
}

export const putDocument = (
  { storage }: Pick<Context, 'storage'>,
  documentId: string,
  fileKey: Buffer,
  jpeg: Buffer,
): Promise<void> => storage.put(documentFileKey(documentId), encrypt(fileKey, fileSeal(documentId), jpeg))

/** The picture; null when its file is gone, was changed, or its key doesn't open. */
export const readDocument = async (
  { storage, secret }: Pick<Context, 'storage' | 'secret'>,
  { id, wrappedKey }: { id: string; wrappedKey: Buffer },
): Promise<Buffer | null> => {
  const fileKey = decrypt(secret, keySeal(id), wrappedKey)
  const file = fileKey && (await storage.get(documentFileKey(id)))
  return file ? decrypt(fileKey, fileSeal(id), file) : null
}

/** Deletes files, then their rows with the keys. A crash in between leaves rows, which the next round takes up. */
export const deleteDocuments = async (
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  documentIds: readonly string[],
): Promise<void> => {
  for (const id of documentIds) {
    await storage.delete(documentFileKey(id))
    await sql`delete from identity_document where id = ${id}`.execute(db)
  }
}
