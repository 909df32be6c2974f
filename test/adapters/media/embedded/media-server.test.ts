import { createEmbeddedMedia } from '#adapters/media/embedded.ts'
import { describeMediaServer } from './media-suite.ts'

const log = { error: () => undefined, info: () => undefined }

describeMediaServer('the embedded media server', () =>
  createEmbeddedMedia({ udpPort: 0, processes: 2, bindAddress: '0.0.0.0', log }),
)
