// @vitest-environment happy-dom
import { useInfiniteQuery } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { PagedList } from './paged-list.tsx'

afterEach(closePages)

const List = ({ numbersOf }: { numbersOf: (page: number) => number[] }) => {
  const query = useInfiniteQuery({
    queryKey: ['numbers'],
    queryFn: async ({ pageParam }) => ({ numbers: numbersOf(pageParam) }),
    initialPageParam: 1,
    getNextPageParam: ({ numbers: [number = 0] }) => (number < 3 ? number + 1 : undefined),
  })
  return (
    <PagedList query={query} itemsOf={({ numbers }) => numbers} loading="読み込み中" empty="なし">
      {(numbers) => <p>{numbers.join('、')}</p>}
    </PagedList>
  )
}

it('says why the next page did not come, until it does', async () => {
  const refused = '読み込めませんでした。通信環境をご確認ください。'
  const failures = [new Error(refused)]
  const numbersOf = (page: number) => {
    const failure = page > 1 && failures.shift()
    if (failure) throw failure
    return [page]
  }
  const page = await openPage(<List numbersOf={numbersOf} />, { session: memberSession })
  const said = () => document.querySelector('[role="alert"]')?.textContent
  await page.until(() => expect(document.querySelector('p')?.textContent).toBe('1'))
  expect(said()).toBeUndefined()
  await page.press('もっと見る')
  await page.until(() => expect(said()).toBe(refused))
  await page.press('もっと見る')
  await page.until(() => expect(document.body.textContent).toContain('1、2'))
  expect(said()).toBeUndefined()
})
