/** A setting that can't be used; the message names it and says what fits. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
