import { runCommand } from './run-command.ts'

/** Runs `playwright test` with these arguments. @returns its exit code */
export function runPlaywright(args: readonly string[]): Promise<number> {
  // Node reads TypeScript itself. Playwright's own loader compiles each file by Babel, which takes 13 s of a core on a
  // fresh machine.
  process.env.PW_DISABLE_TS_ESM = '1'
  return runCommand('playwright', ['test', ...args])
}
