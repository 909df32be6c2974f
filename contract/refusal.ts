import type { RefusalCode } from './refusals.ts'

/** A decision's "no", as a value. Exceptions are for bugs and outages. */
export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly refused: Code
}

export const refuse = <Code extends RefusalCode>(code: Code): Refusal<Code> => ({ refused: code })

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value
