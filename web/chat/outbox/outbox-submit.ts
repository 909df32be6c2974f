import type { ChatMessage } from '#contract/chat/chat.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import { refusalBody } from '#contract/refusals.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { OutboxPorts, UploadOptions } from './outbox-ports.ts'
import type { PendingBody } from './pending.ts'

type SubmitPorts = Pick<OutboxPorts, 'api' | 'blobs' | 'upload'>

interface Hooks extends Pick<UploadOptions, 'signal' | 'onProgress'> {
  /** The picture needn't be uploaded again. */
  onUploaded(body: PendingBody): void
}

/** One attempt to send a message, its picture first. */
export const submit = async (
  ports: SubmitPorts,
  entry: OutboxEntry,
  hooks: Hooks,
): Promise<{ message: ChatMessage } | Failure> => {
  const { api } = ports
  const { signal } = hooks
  const { id: messageId, partnerId, body, replyTo, pricePoints = 0 } = entry
  const common = { messageId, partnerId, pricePoints, ...(replyTo ? { replyTo: replyTo.messageId } : {}) }
  if (body.kind === 'text') {
    return api.sendTextMessage({ ...common, text: body.text, isWarned: body.isWarned }, { signal })
  }
  if (body.kind === 'sticker') return api.sendSticker({ ...common, stickerId: body.stickerId }, { signal })
  const uploaded = body.imageId === null ? await upload(ports, messageId, hooks) : { imageId: body.imageId }
  if (isFailure(uploaded)) return uploaded
  const { imageId } = uploaded
  if (body.imageId === null) hooks.onUploaded({ ...body, imageId })
  return api.sendImageFromWeb({ ...common, imageId, imagePoints: body.imagePoints }, { signal })
}

const upload = async (
  { blobs, upload: send }: SubmitPorts,
  id: string,
  { signal, onProgress }: Hooks,
): Promise<{ imageId: string } | Failure> => {
  const blob = await blobs.get(id)
  return blob ? send(blob, { id, signal, onProgress }) : refusalBody('imageGone')
}
