import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { type GalleryItem, type GalleryKind, galleryEndpoints } from '#contract/gallery/gallery.ts'
import { ownGalleryEndpoints } from '#contract/gallery/own-items.ts'
import { useSession } from '#web/session/session.tsx'
import { pointsKey } from '#web/session/use-points.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { galleryKey } from '#web/shell/query-keys.ts'
import type { GalleryView } from './gallery-address.ts'

const ownKey = [...galleryKey, 'own'] as const
/** Less than the shortest life of a picture's address (server/images/signed-address.ts). */
const addressMs = 240_000

const inputOf = ({
  list,
  kind,
  tag,
  priceTo,
  by,
}: GalleryView): RequestOf<typeof galleryEndpoints.getGalleryItems> => ({
  list: list === 'ranking' ? 'newest' : list,
  ...(kind ? { kind } : {}),
  ...(tag ? { tag } : {}),
  ...(priceTo === null ? {} : { priceTo }),
  ...(by ? { broadcasterId: by } : {}),
})

/** A list of the gallery, page after page; the order stays while it is shown. */
export const useGalleryItems = (view: GalleryView, enabled = true) => {
  const { status, data: session } = useSession()
  const input = inputOf(view)
  return useInfiniteQuery({
    queryKey: [...galleryKey, 'list', input, session?.user.id ?? null],
    queryFn: ({ pageParam, signal }) =>
      fetchEndpoint(
        galleryEndpoints.getGalleryItems,
        { ...input, ...(pageParam ? { after: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: enabled && status !== 'loading',
    placeholderData: keepPreviousData,
    staleTime: addressMs,
  })
}

export const useGalleryRanking = (
  { period, kind }: Pick<GalleryView, 'period' | 'kind'>,
  enabled: boolean,
) => {
  const { status, data: session } = useSession()
  return useQuery({
    queryKey: [...galleryKey, 'ranking', period, kind, session?.user.id ?? null],
    queryFn: async ({ signal }) =>
      (
        await fetchEndpoint(
          kind === 'video' ? galleryEndpoints.getVideoRanking : galleryEndpoints.getImageRanking,
          { period },
          { signal },
        )
      ).items,
    enabled: enabled && status !== 'loading',
    staleTime: addressMs,
  })
}

/** Bought and not yet opened. */
export const useUnopenedItems = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: [...galleryKey, 'unopened'],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(galleryEndpoints.getUnopenedItems, {}, { signal })).items,
    enabled: status === 'authenticated',
    staleTime: 0,
  })
}

export const useGalleryItem = (itemId: string) => {
  const { status, data: session } = useSession()
  return useQuery({
    queryKey: [...galleryKey, 'item', itemId, session?.user.id ?? null],
    queryFn: async ({ signal }): Promise<GalleryItem> =>
      (await fetchEndpoint(galleryEndpoints.getGalleryItem, { itemId }, { signal })).item,
    enabled: status !== 'loading',
    staleTime: addressMs,
    // Addresses of pictures end.
    refetchInterval: addressMs,
  })
}

/** Everything of the gallery on the screen is fetched again. */
const useRefreshGallery = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: galleryKey })
}

/** Buys at the price that was shown; afterwards the item and the balance are fetched again. */
export const usePurchase = () => {
  const queries = useQueryClient()
  const refresh = useRefreshGallery()
  return useMutation({
    mutationFn: ({ kind, ...input }: { itemId: string; points: number; kind: GalleryKind }) =>
      fetchEndpoint(
        kind === 'video' ? galleryEndpoints.purchaseVideo : galleryEndpoints.purchaseImage,
        input,
      ),
    onSuccess: ({ point }) => queries.setQueryData(pointsKey, point),
    // A changed price and an item that is gone are seen as well.
    onSettled: refresh,
  })
}

export const useFavouriteItem = () => {
  const refresh = useRefreshGallery()
  return useMutation({
    mutationFn: async ({ itemId, isFavourite }: { itemId: string; isFavourite: boolean }) => {
      await fetchEndpoint(isFavourite ? galleryEndpoints.addFavorite : galleryEndpoints.deleteFavorite, {
        itemId,
      })
    },
    onSettled: refresh,
  })
}

/** A broadcaster's own items. */
export const useOwnItems = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: ownKey,
    queryFn: ({ signal }) => fetchEndpoint(ownGalleryEndpoints.getOwnGalleryItems, {}, { signal }),
    enabled: status === 'authenticated',
    staleTime: 0,
  })
}

/** A change of own items; `isSubmitted` publishes the saved item or sends it to the review. */
export const useSaveItem = () => {
  const refresh = useRefreshGallery()
  return useMutation({
    mutationFn: async ({
      isSubmitted,
      ...input
    }: RequestOf<typeof ownGalleryEndpoints.saveGalleryItem> & { isSubmitted: boolean }) => {
      await fetchEndpoint(ownGalleryEndpoints.saveGalleryItem, input)
      if (isSubmitted) await fetchEndpoint(ownGalleryEndpoints.submitGalleryItem, { itemId: input.itemId })
    },
    onSettled: refresh,
  })
}

export const useOwnItemAction = () => {
  const refresh = useRefreshGallery()
  return useMutation({
    mutationFn: async (
      action:
        | { type: 'submit' | 'withdraw'; itemId: string }
        | { type: 'price'; itemId: string; price: number },
    ) => {
      const { itemId } = action
      if (action.type === 'price')
        await fetchEndpoint(ownGalleryEndpoints.changeGalleryPrice, { itemId, price: action.price })
      else if (action.type === 'submit')
        await fetchEndpoint(ownGalleryEndpoints.submitGalleryItem, { itemId })
      else return (await fetchEndpoint(ownGalleryEndpoints.withdrawGalleryItem, { itemId })).state
    },
    onSettled: refresh,
  })
}
