import { ConfigError } from './config-error.ts'

type Given<Values, Name extends keyof Values> = { [Key in Name]-?: NonNullable<Values[Key]> }

/**
 * All of them, or none: a service that is half set up would do half of its work. `needed` are settings that go with
 * them and mean nothing about this service by themselves. Refuses with `ConfigError`.
 */
export const together = <Values, Name extends keyof Values & string>(
  value: Values,
  names: readonly Name[],
  needed: readonly (keyof Values & string)[] = [],
): Given<Values, Name> | undefined => {
  const given = names.find((name) => value[name] !== undefined)
  if (given === undefined) return undefined
  const missing = [...names, ...needed].filter((name) => value[name] === undefined)
  if (missing.length === 0) return value as Given<Values, Name>
  throw new ConfigError(
    `設定 ${given} には ${missing.join('、')} も必要です。すべて設定するか、すべて外してください。`,
  )
}
