/** The simulated people's process: it outlives whatever is killed, and ends with the run. */
import { Crowd } from './crowd.ts'
import type { CrowdCommand, CrowdReport } from './oracle/observations.ts'

let crowd: Crowd | null = null

const tell = (report: CrowdReport, sent: () => void = () => undefined): void => {
  if (process.connected) process.send?.(report, undefined, undefined, sent)
}

process.on('disconnect', () => process.exit(0))
process.on('message', async (command: CrowdCommand) => {
  switch (command.type) {
    case 'gather':
      crowd = new Crowd(command.options, tell)
      await crowd.gather()
      tell({ type: 'gathered' })
      return
    case 'begin': {
      const observations = await crowd?.run()
      if (observations) tell({ type: 'done', observations }, () => process.exit(0))
      return
    }
    case 'windDown':
      crowd?.windDown()
  }
})
