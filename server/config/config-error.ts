/** A setting that can't be used; the message names the setting and says what is expected. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
