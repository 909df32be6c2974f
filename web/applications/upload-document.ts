import {
  applicationEndpoints,
  type DocumentKind,
  type DocumentSide,
  receivedDocument,
  uploadDocumentPath,
} from '#contract/applications/applications.ts'
import { type Failure, isRefusalBody, serverFailure } from '#contract/core/client.ts'
import { uploadBytesMax, uploadTimeoutMs } from '#contract/images/images.ts'
import { refusalBody } from '#contract/refusals.ts'
import { requireProof } from '#web/account/identity-proof/identity-proof.ts'
import { type SentAnswer, sendBytes } from '#web/images/send-bytes.ts'
import { shrinkImage } from '#web/images/shrink-image.ts'
import { AnswerError } from '#web/shell/query.ts'

export interface DocumentPicture {
  /** A UUID made once for this picture: trying again with it can't make two of it. */
  id: string
  side: DocumentSide
  documentKind: DocumentKind
  file: Blob
  /** From 0 to 1; 1 means that all is sent, and the answer is awaited. */
  onProgress: (fraction: number) => void
}

const ports = {
  shrink: shrinkImage,
  send: sendBytes,
  /** Asks for an identity proof because the earlier one expired. */
  proveAgain: (documentKind: DocumentKind): Promise<unknown> =>
    requireProof(applicationEndpoints.beginApplication, { documentKind }),
}

const failureOf = (answer: SentAnswer): Failure =>
  answer && isRefusalBody(answer.body)
    ? { type: 'error', code: answer.body.code, message: answer.body.message }
    : serverFailure

/** Makes a document's picture small and sends it, for 60 s at most. Throws `AnswerError` with a sentence to show. */
export const uploadDocument = async (
  { id, side, documentKind, file, onProgress }: DocumentPicture,
  { shrink, send, proveAgain } = ports,
): Promise<void> => {
  onProgress(0)
  const bytes = await shrink(file)
  if (bytes.size > uploadBytesMax) throw new AnswerError(refusalBody('uploadTooLarge'))
  const sendOnce = () =>
    send(`${uploadDocumentPath}?id=${encodeURIComponent(id)}&side=${side}`, bytes, {
      timeoutMs: uploadTimeoutMs,
      signal: undefined,
      onSent: onProgress,
    })
  const isReceived = (answer: SentAnswer) =>
    receivedDocument.safeParse(answer?.status === 200 ? answer.body : null).success
  const first = await sendOnce()
  if (isReceived(first)) return
  const failure = failureOf(first)
  if (failure.code !== 'identityProofNeeded') throw new AnswerError(failure)
  await proveAgain(documentKind)
  const again = await sendOnce()
  if (!isReceived(again)) throw new AnswerError(failureOf(again))
}
