import { startTestPostgres } from './test-postgres.ts'

/** For Vitest and Playwright alike: one PostgreSQL for the run; returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  return () => server.stop()
}
