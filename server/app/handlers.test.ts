import { expect, it } from 'vitest'
import { refuse } from '#contract/core/refusal.ts'
import type { Endpoints } from '#contract/index.ts'
import type { Handler, Handlers } from '#server/http/handlers.ts'

it('the compiler finds a missing handler, a wrong answer and an undeclared refusal', () => {
  type All = { [Name in keyof Handlers]: Handlers[Name] }
  const withoutOne = {} as Omit<All, 'sendCallRequest'>
  // @ts-expect-error an endpoint lacks its handler
  const incomplete: Handlers = withoutOne
  // @ts-expect-error the answer isn't what the endpoint promises
  const wrong: Handler<Endpoints['getMyPoint']> = async () => ({ type: 'success', point: 'many' })
  // @ts-expect-error the endpoint doesn't declare this refusal
  const undeclared: Handler<Endpoints['getMyPoint']> = async () => refuse('callSelf')
  expect([incomplete, wrong, undeclared]).toHaveLength(3)
})
