import { foldSearchText, searchWords } from '#domain/people/search-text.ts'
import type { HelpTopic } from './help-topics.ts'

/** The topics with those questions that hold every word; all of them while nothing is typed. */
export const findQuestions = (topics: readonly HelpTopic[], typed: string): HelpTopic[] => {
  const words = searchWords(typed)
  if (words.length === 0) return [...topics]
  return topics.flatMap((topic) => {
    const questions = topic.questions.filter(({ question, answer, words: more = '' }) => {
      const text = foldSearchText([topic.title, question, ...answer, more].join('\n'))
      return words.every((word) => text.includes(word))
    })
    return questions.length === 0 ? [] : [{ ...topic, questions }]
  })
}
