import { PostList } from './post-list.tsx'
import { useMemberPosts } from './queries.ts'

/** A member's posts on the profile. */
export const ProfilePosts = ({ userId, name }: { userId: string; name: string }) => (
  <PostList
    query={useMemberPosts(userId)}
    empty={{ title: '投稿はまだありません', text: `${name}さんの投稿が、ここに表示されます。` }}
  />
)
