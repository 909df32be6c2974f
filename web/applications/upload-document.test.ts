import { expect, test } from 'vitest'
import { refusalBody } from '#contract/refusals.ts'
import type { SentAnswer } from '#web/images/send-bytes.ts'
import { type DocumentPicture, uploadDocument } from './upload-document.ts'

const received: SentAnswer = { status: 200, body: { type: 'success', side: 'front' } }
const proofNeeded: SentAnswer = { status: 403, body: refusalBody('identityProofNeeded') }

const sending = (...answers: SentAnswer[]) => {
  const sent: string[] = []
  const proven: string[] = []
  const picture: DocumentPicture = {
    id: 'a',
    side: 'front',
    documentKind: 'passport',
    file: new Blob(['x']),
    onProgress: () => undefined,
  }
  return {
    sent,
    proven,
    run: () =>
      uploadDocument(picture, {
        shrink: async (file) => file,
        send: async (address) => {
          sent.push(address)
          return answers.shift() ?? null
        },
        proveAgain: async (kind) => proven.push(kind),
      }),
  }
}

test('sends the picture with its side', async () => {
  const { run, sent, proven } = sending(received)
  await run()
  expect(sent).toEqual(['/api/upload-identity-document?id=a&side=front'])
  expect(proven).toEqual([])
})

test('asks once for a new proof when it expired, and sends the same picture again', async () => {
  const { run, sent, proven } = sending(proofNeeded, received)
  await run()
  expect(sent).toHaveLength(2)
  expect(new Set(sent).size).toBe(1)
  expect(proven).toEqual(['passport'])
  await expect(sending(proofNeeded, proofNeeded).run()).rejects.toThrow()
})

test('shows why it was refused, and that no picture was stored', async () => {
  const refused = { status: 415, body: refusalBody('imageUnreadable') }
  await expect(sending(refused).run()).rejects.toThrow(refusalBody('imageUnreadable').message)
  await expect(sending(null).run()).rejects.toThrow('サーバーとの通信に失敗しました')
})
