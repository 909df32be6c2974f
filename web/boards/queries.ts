import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type BoardThreadCursor, boardsEndpoints } from '#contract/boards/boards.ts'
import type { OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import type { BoardFilters } from './board-address.ts'

/** Below the people key: a block invalidates it. */
const boardsKey = [...peopleKey, 'boards'] as const
const listKey = [...boardsKey, 'threads'] as const
const threadKey = (threadId: string) => [...boardsKey, 'thread', threadId] as const

/** How often an open thread looks for new posts. */
const lookEveryMs = 20_000

export const useBoardCategories = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: [...boardsKey, 'categories'],
    queryFn: ({ signal }) => fetchEndpoint(boardsEndpoints.getBoardCategories, {}, { signal }),
    enabled: status === 'authenticated',
    staleTime: 60_000,
  })
}

export const useBoardThreads = ({ category, words, order, isMine }: BoardFilters) => {
  const { status } = useSession()
  return useInfiniteQuery({
    queryKey: [...listKey, category, words, order, isMine],
    queryFn: ({ signal, pageParam }) =>
      fetchEndpoint(
        boardsEndpoints.getBoardThreads,
        {
          ...{ words, order, isMine },
          ...(category === null ? {} : { categoryId: category }),
          ...(pageParam === null ? {} : { before: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as BoardThreadCursor | null,
    getNextPageParam: ({ next }) => next,
    enabled: status === 'authenticated',
  })
}

type ThreadPage = OutputOf<typeof boardsEndpoints.getBoardThread>
type PostsPage = Pick<ThreadPage, 'posts' | 'more'>
type Pages = InfiniteData<ThreadPage | PostsPage>

/** With newer posts below; those that another answer has brought already, as after an own post, come once. */
export const withNewer = (data: Pages, { posts, more }: PostsPage): Pages => {
  const last = lastNumber(data)
  const fresh = posts.filter(({ number }) => number > last)
  if (fresh.length === 0) return data
  return { pages: [...data.pages, { posts: fresh, more }], pageParams: [...data.pageParams, last] }
}

const lastNumber = ({ pages }: Pages): number => pages.flatMap(({ posts }) => posts).at(-1)?.number ?? 1

/** A thread: its first answer brings the thread itself, later pages bring posts only. */
export const useBoardThread = (threadId: string) => {
  const client = useQueryClient()
  const { status } = useSession()
  const query = useInfiniteQuery({
    queryKey: threadKey(threadId),
    queryFn: ({ signal, pageParam }): Promise<ThreadPage | PostsPage> =>
      pageParam === 0
        ? fetchEndpoint(boardsEndpoints.getBoardThread, { threadId }, { signal })
        : fetchEndpoint(boardsEndpoints.getMoreBoardPosts, { threadId, after: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ more, posts }) => (more ? posts.at(-1)?.number : undefined),
    enabled: status === 'authenticated',
    staleTime: 0,
  })
  const isWhole = query.data !== undefined && !query.hasNextPage
  const last = query.data ? lastNumber(query.data) : 0
  const newer = useQuery({
    queryKey: [...threadKey(threadId), 'newer', last],
    queryFn: ({ signal }) =>
      fetchEndpoint(boardsEndpoints.getMoreBoardPosts, { threadId, after: last }, { signal }),
    enabled: isWhole,
    refetchInterval: lookEveryMs,
    initialData: { type: 'success' as const, posts: [], more: false },
    initialDataUpdatedAt: () => Date.now(),
  })
  const append = (page: PostsPage) =>
    client.setQueryData<Pages>(threadKey(threadId), (data) => data && withNewer(data, page))
  return { query, newer: newer.data, append, last }
}

/** What is after this number now, an own new post among it. */
export const postsAfter = (threadId: string, after: number) =>
  fetchEndpoint(boardsEndpoints.getMoreBoardPosts, { threadId, after })

export const usePostBoard = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestOf<typeof boardsEndpoints.postBoard>) =>
      fetchEndpoint(boardsEndpoints.postBoard, input),
    onSuccess: () => client.invalidateQueries({ queryKey: boardsKey }),
  })
}

export const useAnswerBoard = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestOf<typeof boardsEndpoints.answerBoard>) =>
      fetchEndpoint(boardsEndpoints.answerBoard, input),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  })
}

type PostChange = { type: 'delete' | 'hideAuthor'; postId: string } | ({ type: 'flag' } & Flag)
type Flag = RequestOf<typeof boardsEndpoints.flagBoardPost>

const send = (change: PostChange) => {
  if (change.type === 'flag') {
    const { postId, reason } = change
    return fetchEndpoint(boardsEndpoints.flagBoardPost, { postId, reason })
  }
  const { postId } = change
  return change.type === 'delete'
    ? fetchEndpoint(boardsEndpoints.deleteBoardPost, { postId })
    : fetchEndpoint(boardsEndpoints.hideBoardAuthor, { postId })
}

const changed = {
  delete: { title: '書き込みを削除しました' },
  flag: { title: '通報しました', text: 'ご協力ありがとうございます。運営が内容を確認します。' },
  hideAuthor: { title: 'この人の書き込みを非表示にしました', text: '掲示板の一覧から、元に戻せます。' },
} as const

/** A change of one post; the thread is fetched again. */
export const useBoardPostChange = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (_, { type }) => {
      void showToast({ tone: 'ok', ...changed[type] })
      return client.invalidateQueries({ queryKey: boardsKey })
    },
    onError: (error) => void showToast({ tone: 'error', title: 'できませんでした', text: error.message }),
  })
}

export const useShowBoardAuthors = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => fetchEndpoint(boardsEndpoints.showBoardAuthors, {}),
    onSuccess: ({ authors }) => {
      void showToast({
        tone: 'ok',
        title: authors === 0 ? '非表示にしている書き込みはありません' : '書き込みをすべて表示します',
      })
      return client.invalidateQueries({ queryKey: boardsKey })
    },
  })
}

export const useSubscribeBoard = (threadId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isSubscribed: boolean) =>
      fetchEndpoint(boardsEndpoints.subscribeBoardThread, { threadId, isSubscribed }),
    onSuccess: (_, isSubscribed) =>
      void showToast({
        tone: 'ok',
        title: isSubscribed ? '新しい書き込みをお知らせします' : 'お知らせを止めました',
      }),
    onError: (error) => void showToast({ tone: 'error', title: '変更できませんでした', text: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: threadKey(threadId) }),
  })
}
