import { test } from 'vitest'
import { expectPass, patienceMs } from './passes.ts'

// The long form, `npm run test:chaos`, kills a hundred times; a run that went wrong is had again by its seed.
test(
  'a dozen calls and the visits of a live room are settled once, to the point, while app, media processes and PostgreSQL are killed',
  () => expectPass('run.ts', ['--short']),
  patienceMs,
)
