import { judgeLiveLine, type LiveLineVerdict } from '#domain/live/line-check.ts'
import type { CheckPorts } from '#web/pre-call-check/check-ports.ts'
import { freshLine, type LineView, wayOf } from '#web/pre-call-check/check-view.ts'
import { createLineCheck } from '#web/pre-call-check/connection-check.ts'
import { createStore, type Store } from '#web/shell/store.ts'

export interface LiveLineView extends LineView {
  /** `refused`: the server opened no check; `refusal` says why. */
  stage: 'ready' | 'running' | 'refused' | 'done'
  result: LiveLineVerdict | null
}

/** The check of the line before going live. No React; `close` closes everything it opened, but not the devices. */
export interface LiveLineCheck {
  store: Store<LiveLineView>
  /** Checks again from the beginning. */
  run(local: MediaStream): Promise<void>
  close(options?: { keepalive?: boolean }): void
}

const fresh: LiveLineView = { ...freshLine, stage: 'ready', result: null }

export const createLiveLineCheck = (ports: CheckPorts): LiveLineCheck => {
  const store = createStore<LiveLineView>(fresh)
  const line = createLineCheck(store, ports)
  /** Identifies the current run; results of an earlier one are ignored. */
  let run = Symbol('run')
  return {
    store,
    run: async (local) => {
      run = Symbol('run')
      const own = run
      store.set({ ...fresh, stage: 'running' })
      const isReached = await line.connect()
      if (run !== own) return
      const figures = isReached ? await line.measure(local) : null
      if (run !== own) return
      line.close()
      const { ways, refusal } = store.get()
      if (refusal) return store.update({ stage: 'refused' })
      const hasPicture = local.getVideoTracks().length > 0
      store.update({ stage: 'done', result: judgeLiveLine({ way: wayOf(ways), line: figures, hasPicture }) })
    },
    close: (options) => {
      run = Symbol('run')
      line.close(options)
      store.set(fresh)
    },
  }
}

/** Whether no path reaches the media server: what is sent would reach nobody. */
export const isCutOff = ({ result }: LiveLineView): boolean => result?.verdict === 'impossible'
