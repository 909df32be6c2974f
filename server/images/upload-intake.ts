import type { Context } from '../context.ts'
import { decodeUpload } from './decode-upload.ts'
import { createGate } from './gate.ts'
import { createUploadLanes, type UploadLanes } from './upload-lanes.ts'

/** Pictures being decoded at once in this process; a large one takes hundreds of megabytes. */
const decodersMax = 2

/** What this process takes on of pictures sent in, at whichever door they come. */
export interface UploadIntake {
  lanes: UploadLanes
  decode: typeof decodeUpload
}

export const createUploadIntake = (context: Pick<Context, 'now'>): UploadIntake => {
  const gate = createGate(decodersMax)
  return { lanes: createUploadLanes(context), decode: (sent) => gate(() => decodeUpload(sent)) }
}
