import type * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'

/** The settings by which several groups decide. */
export interface CommonValues {
  NODE_ENV: 'production' | 'development' | 'test'
  DATABASE_URL?: string | undefined
  PUBLIC_URL?: string | undefined
}

type Shape = Readonly<Record<string, z.core.$ZodType>>
type ValuesOf<Schema extends Shape> = z.infer<z.ZodMiniObject<Schema>>

/** The environment variables of one service or one part of the server, and the fields of `Config` they become. */
export interface SettingsGroup<Schema extends Shape, Fields extends object> {
  /** What each variable may be. */
  schema: Schema
  /** What an error sentence says about a wrong value; without an entry: a string that isn't empty. */
  expectations: Partial<Record<keyof Schema, string>>
  /** Variables whose values are never shown. */
  secrets: readonly (keyof Schema)[]
  /** Refuses with `ConfigError` settings that don't fit together. `isDemo` says whether the demo runs. */
  read(value: ValuesOf<Schema> & CommonValues, isDemo: boolean): Fields
}

export const defineSettings = <const Schema extends Shape, Fields extends object>(
  group: SettingsGroup<Schema, Fields>,
): SettingsGroup<Schema, Fields> => group

type Given<Values, Name extends keyof Values> = { [Key in Name]-?: NonNullable<Values[Key]> }

/**
 * All of the settings `names`, or undefined when none of them is set: a service that is half set up would do half of
 * its work. The settings `needed` are required with them and say nothing about this service by themselves. Refuses
 * with `ConfigError`.
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
