import { fileURLToPath } from 'node:url'

/**
 * The settings of `.env` in the repository's root, where that file exists. The npm scripts that read settings load this
 * module before anything else (`node --import`). A variable that the environment already has wins.
 */
const envFile = fileURLToPath(new URL('../.env', import.meta.url))

try {
  process.loadEnvFile(envFile)
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
