import { test } from 'vitest'
import { expectPass, patienceMs } from './passes.ts'

// The long form, `npm run test:chaos:buying`, has 50 buyers and 5,000 orders.
test(
  'paid points issued are the yen captured, while ten buy at once and the app is killed',
  () => expectPass('buying.ts', ['--buyers=10', '--orders=40', '--kills=3']),
  patienceMs,
)
