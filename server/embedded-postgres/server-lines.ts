/** What the app makes of a line that PostgreSQL writes to its log. */
export type LineLevel = 'warning' | 'debug'

/** A server that ended or couldn't write; lines of statements, which may quote what people wrote, are none of these. */
const warnings = [
  /^(PANIC|FATAL|WARNING): /,
  /^LOG: .*\b(was terminated by|exited with exit code|not properly shut down|reinitializing)\b/,
  /^(ERROR|LOG): {2}could not (write|extend|fsync|open|create|read|access|flush|allocate|fork)\b/,
]

/** Each connection is told these while the server ends or comes back, which is said once by other lines. */
const repeated =
  /the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)|terminating connection/

/** Not told with a warning: PostgreSQL quotes there what the failed process was doing. */
const forDebugging = /^(DETAIL|HINT|hint): /

/** Undefined for a line that nobody needs. */
export const levelOfLine = (line: string): LineLevel | undefined => {
  if (warnings.some((warning) => warning.test(line))) return repeated.test(line) ? 'debug' : 'warning'
  return forDebugging.test(line) ? 'debug' : undefined
}
