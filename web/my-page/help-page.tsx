import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { SubPage } from '#web/layout/sub-page.tsx'
import { Link, useLocation } from '#web/router/router.ts'
import { openContact } from '#web/shell/contact.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { findQuestions } from './help/find-questions.ts'
import styles from './help/help.module.css'
import { type HelpTopic, helpTopics } from './help/help-topics.ts'

/** Questions and answers for everybody, visitors too. */
export const HelpPage = () => {
  const [typed, setTyped] = useState('')
  const topics = findQuestions(helpTopics, typed)
  return (
    <SubPage title="ヘルプ" back={paths.myPage()}>
      <Field label="キーワードでさがす">
        <Input
          type="search"
          value={typed}
          placeholder="例：料金、つながらない、退会"
          enterKeyHint="search"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <p className="vh" role="status">
        {typed.trim() === '' ? '' : `${topics.reduce((sum, { questions }) => sum + questions.length, 0)}件`}
      </p>
      {topics.length === 0 ? (
        <NothingFound />
      ) : (
        topics.map((topic) => <Topic key={topic.title} topic={topic} />)
      )}
      <WaysOut />
    </SubPage>
  )
}

const Topic = ({ topic }: { topic: HelpTopic }) => {
  const { hash } = useLocation()
  return (
    <Panel title={topic.title} className={styles.topic}>
      {topic.questions.map(({ id, question, answer, link }) => (
        <details key={id} id={id} className={styles.question} open={hash === `#${id}`}>
          <summary>
            {question}
            <Icon of={ChevronDown} size="s" />
          </summary>
          {answer.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {link ? <Link to={link.to()}>{link.label}</Link> : null}
        </details>
      ))}
    </Panel>
  )
}

const NothingFound = () => (
  <EmptyState picture={null} title="見つかりませんでした">
    別の言葉でさがすか、お問い合わせください。
  </EmptyState>
)

const WaysOut = () => (
  <Panel title="解決しないときは">
    <div className={styles.ways}>
      <ButtonLink block to={paths.videoTest(paths.help())}>
        通話テストをする
      </ButtonLink>
      <ButtonLink block to={paths.tutorial()}>
        つかいかたを見る
      </ButtonLink>
      <Button block variant="primary" onClick={() => openContact()}>
        お問い合わせ
      </Button>
    </div>
  </Panel>
)
