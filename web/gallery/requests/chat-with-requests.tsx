import { Images } from 'lucide-react'
import { ChatPage } from '#web/chat/list/chat-layout.tsx'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { points } from '#web/text/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './chat-with-requests.module.css'
import { useImageRequests } from './queries.ts'
import { requestView } from './request-view.ts'

/** Requests that have ended stay above the chat until so long after they were sent. */
const shownMs = 96 * 3_600_000
const shownMax = 2

/** /chat/{partnerId} with the requests of the two above the messages. */
export const ChatWithRequests = () => (
  <ChatPage above={(partnerId) => <RequestsOfChat partnerId={partnerId} />} />
)

const RequestsOfChat = ({ partnerId }: { partnerId: string }) => {
  const { data } = useImageRequests(partnerId)
  const now = Date.now()
  const shown = (data?.requests ?? [])
    .map((request) => ({ request, view: requestView(request, now) }))
    .filter(({ request, view }) => view.isOpen || Date.parse(request.sentAt) > now - shownMs)
    .slice(0, shownMax)
  if (shown.length === 0) return null
  return (
    <ul className={styles.requests} aria-label="写真のリクエスト">
      {shown.map(({ request, view }) => (
        <li key={request.requestId}>
          <Link
            to={request.itemId ? paths.galleryItem(request.itemId) : paths.imageRequests()}
            className={styles.request}
          >
            <Icon of={Images} size="s" />
            <span>
              <b>
                写真のリクエスト・<span className="num">{points(request.points)}</span>
              </b>
              <small data-asked={view.isAsked || undefined}>{view.state}</small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
