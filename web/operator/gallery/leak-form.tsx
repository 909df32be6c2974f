import { FileSearch } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import operator from '../parts/operator-pages.module.css'

interface LeakFormProps<Answer> {
  title: string
  about: string
  /** What may be chosen, as the `accept` of a file input. */
  accept: string
  fileName: string
  button: string
  /** What can't be read. */
  limits: string
  read: (file: File) => Promise<Answer | { message: string }>
  Found: ComponentType<{ found: Answer }>
}

/** Sends a found file and shows what it says of its buyer. */
export const LeakForm = <Answer extends object>(props: LeakFormProps<Answer>) => {
  const { title, about, accept, fileName, button, limits, read, Found } = props
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)
  const [answer, setAnswer] = useState<Answer | { message: string } | null>(null)
  const send = async (file: File) => {
    setIsReading(true)
    setAnswer(null)
    setAnswer(await read(file))
    setIsReading(false)
  }
  return (
    <ActionPanel title={title} about={about}>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={fileName}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <div>
        <Button icon={FileSearch} busy={isReading} onClick={() => input.current?.click()}>
          {button}
        </Button>
      </div>
      <div role="status">
        {answer === null ? null : 'message' in answer ? (
          <p className={operator.refusal}>{answer.message}</p>
        ) : (
          <Found found={answer} />
        )}
      </div>
      <small className={operator.aside}>{limits}</small>
    </ActionPanel>
  )
}
