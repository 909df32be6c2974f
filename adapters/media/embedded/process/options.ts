import { buildBatching, preloading } from '../batching/batching.ts'
import type { PublicAddress } from '../signaling/candidates.ts'
import type { MediaProcessSettings } from './ipc.ts'
import type { MediaLog } from './supervised.ts'

export interface EmbeddedMediaOptions {
  /**
   * The UDP port of the first media process, further ones count up from it; 0 picks a free one for each and keeps
   * it over restarts.
   */
  udpPort: number
  /** How many media processes share the rooms. Default 1. */
  processes?: number
  /** An address of this machine; `0.0.0.0` and `::` listen on all. */
  bindAddress: string
  /** Behind a NAT: announced instead of the machine's own addresses. Its port is the first media process's. */
  publicAddress?: PublicAddress | undefined
  /** Browsers may come through a relay: each process opens a second port for them, counted on from the first ones. */
  hasRelays?: boolean
  /**
   * Whether packets are sent and received in batches where the machine has a C compiler to build what that takes.
   * Default true.
   */
  batches?: boolean
  log: MediaLog
}

/** Of the media process at this place, counted from 0. */
export const settingsOf = (options: EmbeddedMediaOptions, index: number): MediaProcessSettings => {
  const { udpPort, bindAddress, publicAddress } = options
  const { address, port } = publicAddress ?? {}
  const portAt = (place: number) => (udpPort === 0 ? 0 : udpPort + place)
  return {
    udpPort: portAt(index),
    relayPort: options.hasRelays ? portAt((options.processes ?? 1) + index) : undefined,
    bindAddress,
    publicAddress: address === undefined ? undefined : { address, port: port && port + index },
  }
}

/** What a media process needs in its environment beside the app's own variables. */
export const environmentOf = async ({
  batches = true,
  log,
}: Pick<EmbeddedMediaOptions, 'batches' | 'log'>): Promise<NodeJS.ProcessEnv> => {
  if (!batches) return {}
  const batching = await buildBatching()
  if ('library' in batching) return preloading(batching.library)
  log.info('media-without-batches', { reason: batching.missing })
  return {}
}
