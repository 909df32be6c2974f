import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Writes the errors of a run that belong to no test into a file, as a JSON array of texts. Vitest's JSON report leaves
 * them out, though each fails the run.
 */
export class UnhandledErrorsReporter implements Reporter {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    writeFileSync(this.#path, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)))
  }
}
