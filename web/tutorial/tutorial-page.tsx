import { useState } from 'react'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useMe } from '#web/session/use-me.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Chip } from '#web/ui/form/chip.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { broadcasterSteps } from './broadcaster-steps.tsx'
import { callerSteps, type Step } from './caller-steps.tsx'
import styles from './tutorial-page.module.css'
import stepStyles from './tutorial-steps.module.css'

const readers = { caller: '話したい方', broadcaster: '配信する方' } as const

/** The tutorial as a page; a broadcaster sees the broadcasters' part first, and both can read both. */
export const TutorialPage = () => {
  const role = useMe().data?.role
  const [chosen, setChosen] = useState<keyof typeof readers | null>(null)
  const reader = chosen ?? (role === 'broadcaster' ? 'broadcaster' : 'caller')
  return (
    <SubPage title="今宵のつかいかた" back={paths.home()}>
      <div className={styles.readers}>
        {(['caller', 'broadcaster'] as const).map((each) => (
          <Chip key={each} pressed={reader === each} onPress={() => setChosen(each)}>
            {readers[each]}
          </Chip>
        ))}
      </div>
      <ol className={styles.steps}>
        {(reader === 'caller' ? callerSteps : broadcasterSteps).map((step, index) => (
          <StepCard key={step.title} step={step} number={index + 1} />
        ))}
      </ol>
      {reader === 'caller' ? (
        <ButtonLink variant="primary" size="l" block to={paths.home()}>
          すぐ話せる人を見る
        </ButtonLink>
      ) : null}
      <ButtonLink block to={paths.help()}>
        くわしくはヘルプへ
      </ButtonLink>
    </SubPage>
  )
}

const StepCard = ({ step, number }: { step: Step; number: number }) => (
  <li>
    <Panel className={styles.card}>
      <div className={classes(stepStyles.picture, 'night')}>{step.picture}</div>
      <h2>
        <span className="num">{number}</span>
        {step.title}
      </h2>
      <p>{step.text}</p>
    </Panel>
  </li>
)
