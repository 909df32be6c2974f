import type { Clock } from '../member/chat-ports.ts'

interface Task {
  at: number
  run: () => void
}

/** For tests: a clock that moves only when it is told to, without real time. */
export class FakeClock implements Clock {
  #now: number
  #tasks: Task[] = []

  constructor(now = Date.UTC(2026, 10, 20, 12)) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): () => void {
    const task = { at: this.#now + ms, run }
    const index = this.#tasks.findLastIndex(({ at }) => at <= task.at)
    this.#tasks.splice(index + 1, 0, task)
    return () => {
      this.#tasks = this.#tasks.filter((each) => each !== task)
    }
  }

  /** Runs what is due in this time in its order, with all that follows from it. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    await settled()
    for (;;) {
      const next = this.#tasks[0]
      if (!next || next.at > end) break
      this.#tasks.shift()
      this.#now = next.at
      next.run()
      await settled()
    }
    this.#now = end
  }
}

/** Resolves when every promise that can settle without time passing has settled. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
