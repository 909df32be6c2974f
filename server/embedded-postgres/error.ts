/** The embedded PostgreSQL can't run here; the message is a sentence for the person who starts the app. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
