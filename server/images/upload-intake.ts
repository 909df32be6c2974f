import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { decodeUpload } from './decode-upload.ts'
import { receiveUpload } from './receive-upload.ts'
import { createGate } from './request-guard.ts'
import { createUploadPlaces } from './upload-places.ts'
import { createSpools } from './upload-spool.ts'

/** Uploads being processed at once in this process: each holds its 15 MB in memory. */
const processedMax = 8

/** Receives the uploads of this process, for all its routes. */
export interface UploadIntake {
  /**
   * Receives a body and passes its bytes to `work`. Only an upload that has arrived completely takes one of
   * the few slots for processing, so that slow senders delay only themselves. Refuses: uploadTooMany,
   * uploadTooLarge, uploadCutOff.
   */
  receive<Result>(
    senderId: string,
    body: ReadableStream<Uint8Array> | null,
    work: (bytes: Buffer) => Promise<Result>,
  ): Promise<Result | Refusal<'uploadTooMany' | 'uploadTooLarge' | 'uploadCutOff'>>
  decode: typeof decodeUpload
}

export const createUploadIntake = (context: Pick<Context, 'now' | 'config' | 'decoding'>): UploadIntake => {
  const places = createUploadPlaces(context)
  const spools = createSpools(context.config.dataDir)
  const processing = createGate(processedMax)
  return {
    receive: (senderId, body, work) =>
      places.run(senderId, async () => {
        await using spool = await spools.open()
        const received = await receiveUpload(body, spool, context)
        if (isRefusal(received)) return received
        // Awaited here: the spool has to stay until its bytes were read.
        return await processing(async () => work(await spool.read()))
      }),
    decode: (sent) => context.decoding(() => decodeUpload(sent)),
  }
}
