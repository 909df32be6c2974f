import type { RefusalCode } from '#contract/refusals.ts'

/** A decision's "no", as a value. Exceptions are for bugs and outages. */
export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly refused: Code
  /** What its body says beside the code and the sentence. */
  readonly facts?: object
}

export const refuse = <Code extends RefusalCode>(code: Code, facts?: object): Refusal<Code> =>
  facts ? { refused: code, facts } : { refused: code }

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value
