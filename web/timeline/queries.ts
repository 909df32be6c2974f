import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { type TimelineFeed, type TimelinePost, timelineEndpoints } from '#contract/timeline/timeline.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'

/** Below the people's key: a block refreshes all of it. */
const timelineKey = [...peopleKey, 'timeline'] as const
const pagesKey = [...timelineKey, 'pages'] as const
const listsKey = [...timelineKey, 'list'] as const
const postsKey = [...timelineKey, 'post'] as const
const feedsKey = [...pagesKey, 'feed'] as const
const commentsKey = [...timelineKey, 'comments'] as const

export interface PostPage {
  posts: TimelinePost[]
  next: string | null
}
type Pages = InfiniteData<PostPage, string | undefined>

const usePostPages = (
  queryKey: QueryKey,
  load: (before: string | undefined, signal: AbortSignal) => Promise<PostPage>,
) => {
  const { status, data: session } = useSession()
  return useInfiniteQuery({
    queryKey: [...queryKey, session?.user.id ?? null],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: status !== 'loading',
    // New posts are announced above the list, which never changes by itself under the reader's eyes.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const beforeOf = (before: string | undefined) => (before === undefined ? {} : { before })

export const useFeed = (feed: TimelineFeed) =>
  usePostPages([...feedsKey, feed], (before, signal) =>
    fetchEndpoint(timelineEndpoints.getTimeline, { feed, ...beforeOf(before) }, { signal }),
  )

export const useMemberPosts = (userId: string) =>
  usePostPages([...pagesKey, 'member', userId], (before, signal) =>
    fetchEndpoint(timelineEndpoints.getMemberTimeline, { userId, ...beforeOf(before) }, { signal }),
  )

export const usePost = (postId: string) => {
  const { status } = useSession()
  return useQuery({
    queryKey: [...postsKey, postId],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(timelineEndpoints.getTimelinePost, { postId }, { signal })).post,
    enabled: status !== 'loading',
  })
}

/** Records the visit and answers what was missed; once while the page is open. */
export const useAway = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: [...listsKey, 'away'],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(timelineEndpoints.visitTimeline, {}, { signal })).away,
    enabled: status === 'authenticated',
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const scheduledKey = [...listsKey, 'scheduled'] as const

export const useScheduled = (enabled: boolean) =>
  useQuery({
    queryKey: scheduledKey,
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(timelineEndpoints.getScheduledTimeline, {}, { signal })).posts,
    enabled,
  })

/** Writes a change of one post wherever it is in the cache; null removes it. */
const patchPost = (
  client: QueryClient,
  postId: string,
  change: (post: TimelinePost) => TimelinePost | null,
): void => {
  const patched = (posts: TimelinePost[]) =>
    posts.flatMap((post) => (post.postId === postId ? (change(post) ?? []) : [post]))
  client.setQueriesData<Pages>(
    { queryKey: pagesKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, posts: patched(page.posts) })) },
  )
  client.setQueriesData<TimelinePost[]>({ queryKey: listsKey }, (posts) => posts && patched(posts))
  client.setQueriesData<TimelinePost>({ queryKey: [...postsKey, postId] }, (post) =>
    post ? (change(post) ?? undefined) : post,
  )
}

/** The member's own post appears at once, above the others. */
const prepend = (client: QueryClient, post: TimelinePost): void => {
  client.setQueriesData<Pages>({ queryKey: [...feedsKey, 'all'] }, (data) => {
    const [first, ...rest] = data?.pages ?? []
    if (!data || !first || first.posts.some(({ postId }) => postId === post.postId)) return data
    return { ...data, pages: [{ ...first, posts: [post, ...first.posts] }, ...rest] }
  })
  void client.invalidateQueries({ queryKey: [...pagesKey, 'member', post.author.id] })
}

type NewPost = RequestOf<typeof timelineEndpoints.postTimeline>

export const useWritePost = () => {
  const client = useQueryClient()
  return useMutation<TimelinePost, Error, NewPost>({
    mutationFn: async (input) => (await fetchEndpoint(timelineEndpoints.postTimeline, input)).post,
    onSuccess: (post) => {
      if (post.seq === null) void client.invalidateQueries({ queryKey: scheduledKey })
      else prepend(client, post)
    },
  })
}

export const useEditPost = () => {
  const client = useQueryClient()
  return useMutation<TimelinePost, Error, RequestOf<typeof timelineEndpoints.editTimeline>>({
    mutationFn: async (input) => (await fetchEndpoint(timelineEndpoints.editTimeline, input)).post,
    onSuccess: (post) => patchPost(client, post.postId, () => post),
  })
}

export const useDeletePost = () => {
  const client = useQueryClient()
  return useMutation<unknown, Error, string>({
    mutationFn: (postId) => fetchEndpoint(timelineEndpoints.deleteTimeline, { postId }),
    onSuccess: (_, postId) => patchPost(client, postId, () => null),
  })
}

/** The heart answers at once; the server's count replaces the guess, and a failure takes it back. */
export const useLike = () => {
  const client = useQueryClient()
  return useMutation<{ isLiked: boolean; likes: number }, Error, { postId: string; isLiked: boolean }>({
    mutationFn: (input) => fetchEndpoint(timelineEndpoints.likeTimeline, input),
    onMutate: ({ postId, isLiked }) => patchPost(client, postId, (post) => liked(post, isLiked)),
    onSuccess: ({ isLiked, likes }, { postId }) =>
      patchPost(client, postId, (post) => ({ ...post, isLiked, likes })),
    onError: (_, { postId, isLiked }) => patchPost(client, postId, (post) => liked(post, !isLiked)),
  })
}

const liked = (post: TimelinePost, isLiked: boolean): TimelinePost =>
  post.isLiked === isLiked ? post : { ...post, isLiked, likes: Math.max(0, post.likes + (isLiked ? 1 : -1)) }

export const useVote = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: RequestOf<typeof timelineEndpoints.voteTimeline>) =>
      (await fetchEndpoint(timelineEndpoints.voteTimeline, input)).poll,
    onSuccess: (poll, { postId }) => patchPost(client, postId, (post) => ({ ...post, poll })),
  })
}

export const useComments = (postId: string, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: [...commentsKey, postId],
    queryFn: ({ pageParam, signal }) =>
      fetchEndpoint(
        timelineEndpoints.getTimelineComments,
        { postId, ...(pageParam === undefined ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
  })

const refreshComments = (client: QueryClient, postId: string): void => {
  void client.invalidateQueries({ queryKey: [...commentsKey, postId] })
}

export const useWriteComment = () => {
  const client = useQueryClient()
  return useMutation<unknown, Error, RequestOf<typeof timelineEndpoints.commentTimeline>>({
    mutationFn: (input) => fetchEndpoint(timelineEndpoints.commentTimeline, input),
    onSuccess: (_, { postId }) => {
      refreshComments(client, postId)
      patchPost(client, postId, (post) => ({ ...post, comments: post.comments + 1 }))
    },
  })
}

export const useDeleteComment = (postId: string) => {
  const client = useQueryClient()
  return useMutation<unknown, Error, string>({
    mutationFn: (commentId) => fetchEndpoint(timelineEndpoints.deleteTimelineComment, { commentId }),
    onSuccess: () => {
      refreshComments(client, postId)
      void client.invalidateQueries({ queryKey: [...postsKey, postId] })
    },
  })
}

export const useReport = () =>
  useMutation<unknown, Error, RequestOf<typeof timelineEndpoints.reportTimeline>>({
    mutationFn: (report) => fetchEndpoint(timelineEndpoints.reportTimeline, report),
  })

/** Begins the feed again with its first page, without showing an empty list meanwhile. */
export const refreshFeed = async (client: QueryClient, feed: TimelineFeed): Promise<void> => {
  const queryKey = [...feedsKey, feed]
  client.setQueriesData<Pages>(
    { queryKey },
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
  await client.invalidateQueries({ queryKey })
}
