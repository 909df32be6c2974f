import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { assertStorageKey, isStorageKey, type Storage, StorageKeyTaken, StorageUnavailable } from './port.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** Another service than AWS; the bucket is then in the path. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

/** Milliseconds, for each try; the SDK makes three in all of what was throttled, cut off or answered with a 5xx. */
export interface S3Patience {
  connectMs: number
  answerMs: number
}

const patience: S3Patience = { connectMs: 2_000, answerMs: 8_000 }
/** For a whole file, which may be large. */
const fileMs = 5 * 60_000
const triesMax = 3
/** For an answer whose body broke off: the SDK counts such a request as a success. */
const readsMax = 2

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchKey'

/** 412: the key exists. 409: another request is writing it right now. */
const isTaken = (error: unknown): boolean => statusOf(error) === 412 || statusOf(error) === 409

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * Originals as objects of a bucket. The service has to support conditional writes (`If-None-Match: *`), as AWS S3,
 * Cloudflare R2, MinIO and Ceph do: that is what keeps a key's bytes the same.
 */
export const createS3Storage = (settings: S3Settings, { connectMs, answerMs } = patience): Storage => {
  const { bucket: Bucket, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: triesMax,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerMs,
    },
    // The checksums AWS added in 2025 aren't known everywhere; bodies are covered by the signature as it is.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  const readOnce = async (Key: string): Promise<Buffer | null> => {
    const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key }))
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
    if (ContentLength !== undefined && bytes.length !== ContentLength) throw new Error('body broke off')
    return bytes
  }

  const read = async (key: string, triesLeft = readsMax): Promise<Buffer | null> => {
    try {
      return await readOnce(key)
    } catch (error) {
      if (isMissing(error)) return null
      const isBroken = statusOf(error) === undefined && triesLeft > 1
      if (isBroken) return read(key, triesLeft - 1)
      throw new StorageUnavailable(key, error)
    }
  }

  return {
    put: async (key, bytes) => {
      assertStorageKey(key)
      try {
        await client.send(
          new PutObjectCommand({
            Bucket,
            Key: key,
            Body: bytes,
            ContentLength: bytes.length,
            IfNoneMatch: '*',
          }),
        )
      } catch (error) {
        if (!isTaken(error)) throw new StorageUnavailable(key, error)
        const kept = await read(key)
        if (!kept) throw new StorageUnavailable(key, error)
        if (!kept.equals(bytes)) throw new StorageKeyTaken(key)
      }
    },
    putFile: async (key, file) => {
      assertStorageKey(key)
      try {
        const { size } = await stat(file)
        const Body = createReadStream(file)
        const command = new PutObjectCommand({
          Bucket,
          Key: key,
          Body,
          ContentLength: size,
          IfNoneMatch: '*',
        })
        // Of a stream the SDK would sign the headers alone; what is named here is signed as it is.
        const digest = await sha256Of(file)
        command.middlewareStack.add(
          (next) => (step) => {
            const { headers } = step.request as { headers: Record<string, string> }
            headers['x-amz-content-sha256'] = digest
            return next(step)
          },
          { step: 'build', name: 'signFile' },
        )
        await client.send(command, { requestTimeout: fileMs })
      } catch (error) {
        throw isTaken(error) ? new StorageKeyTaken(key) : new StorageUnavailable(key, error)
      }
    },
    open: async (key) => {
      if (!isStorageKey(key)) return null
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
        return { stream: Body as Readable, bytes: ContentLength ?? 0 }
      } catch (error) {
        if (isMissing(error)) return null
        throw new StorageUnavailable(key, error)
      }
    },
    openRange: async (key, { first, last }) => {
      if (!isStorageKey(key)) return null
      try {
        const Range = `bytes=${first}-${last}`
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, Range }))
        return Body as Readable
      } catch (error) {
        if (isMissing(error)) return null
        throw new StorageUnavailable(key, error)
      }
    },
    get: async (key) => (isStorageKey(key) ? read(key) : null),
    delete: async (key) => {
      assertStorageKey(key)
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
      } catch (error) {
        throw new StorageUnavailable(key, error)
      }
    },
  }
}
