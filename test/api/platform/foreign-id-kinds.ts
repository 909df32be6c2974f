/** What an id names. */
export type Kind =
  /** Another member: here a deactivated account. */
  | 'member'
  /** The viewer: the id of another member is refused. */
  | 'own'
  /** Made by the client for its request: another client's id reveals nothing and changes nothing. */
  | 'command'
  | 'call'
  | 'room'
  | 'order'
  | 'payment'
  | 'message'
  | 'image'
  | 'review'
  | 'booking'
  | 'request'
  | 'post'
  | 'comment'
  | 'market'
  | 'boardPost'
  | 'device'
  | 'passkey'
  | 'video'
  | 'test'
  /** Without an owner, or a secret that is the permission itself. */
  | 'public'

/** By the property's name, for endpoints that aren't among the exceptions. */
export const byName: Record<string, Kind> = {
  partnerId: 'member',
  userId: 'member',
  target_user_id: 'member',
  myId: 'own',
  user_id: 'own',
  token: 'own',
  callId: 'call',
  channelId: 'call',
  orderId: 'order',
  paymentId: 'payment',
  messageId: 'message',
  imageId: 'image',
  pictureId: 'image',
  reviewId: 'review',
  deviceId: 'device',
  passkeyId: 'passkey',
  bookingId: 'booking',
  postId: 'post',
  commentId: 'comment',
  parentId: 'comment',
  itemId: 'market',
  transactionId: 'market',
  questionId: 'market',
  offerId: 'market',
  // The viewer's own: market-blocks.test.ts.
  blockId: 'public',
  entryId: 'command',
  // Threads are everybody's; boards.test.ts holds what a block does to them.
  threadId: 'public',
  categoryId: 'public',
  missionId: 'public',
  testId: 'test',
  videoId: 'video',
  fileId: 'video',
  applicationId: 'public',
  requestId: 'command',
  // A number: gallery-receipts.test.ts.
  receiptId: 'public',
  reportId: 'command',
  payoutId: 'command',
  pageId: 'public',
  courseId: 'public',
  stickerId: 'public',
  campaignId: 'public',
  beforeId: 'public',
  // A live room is listed to everybody; who may do what in it: live-flow.test.ts, live-watching.test.ts.
  roomId: 'public',
  broadcasterId: 'member',
}

export const exceptions: Record<string, Kind> = {
  'resetPwdForWeb.token': 'public',
  'confirmMail.token': 'public',
  // The card's, made by its fields.
  'squarePayment.token': 'public',
  'squarePayment.orderId': 'command',
  'quickCharge.orderId': 'command',
  'paidyCaptureRequest.orderId': 'command',
  // Paidy's own, which the server checks with Paidy: orders-paidy.test.ts.
  'paidyCaptureRequest.paymentId': 'public',
  'confirmPurchaseForStorekit2.orderId': 'command',
  'requestBankTransfer.orderId': 'command',
  'sendCallRequest.callId': 'command',
  'requestRandomCall.callId': 'command',
  'startLive.roomId': 'command',
  'enterLive.callId': 'command',
  // The broadcaster's own.
  'joinLive.roomId': 'room',
  'updateLive.roomId': 'room',
  'endLive.roomId': 'room',
  'getLiveSummary.roomId': 'room',
  'cancelRandomCall.callId': 'command',
  'sendTextMessage.messageId': 'command',
  'sendSticker.messageId': 'command',
  'sendImageFromWeb.messageId': 'command',
  'proposeBooking.bookingId': 'command',
  'postBoard.threadId': 'command',
  'answerBoard.postId': 'command',
  'deleteBoardPost.postId': 'boardPost',
  'flagBoardPost.postId': 'public',
  'hideBoardAuthor.postId': 'public',
  'postTimeline.postId': 'command',
  'commentTimeline.commentId': 'command',
  'saveFleaMarketItem.itemId': 'command',
  'createFleaMarketTransaction.transactionId': 'command',
  'askFleaMarketQuestion.questionId': 'command',
  'offerFleaMarketPrice.offerId': 'command',
  'paySecondSideWatchChatPoint.commentId': 'command',
  'postLiveComment.commentId': 'command',
  'payPresentMenuPoint.giftId': 'command',
  'payPresentMenuPoint.presentId': 'public',
  'payLovenseMenuPoint.orderId': 'command',
  // Below the room: of another room it is unknown. live-flow.test.ts
  'payLovenseMenuPoint.menuId': 'public',
  'handleLiveMenu.orderId': 'public',
  'saveMyLiveMenu.menuId': 'command',
  // Whom the broadcaster names to moderate.
  'moderateLive.memberId': 'member',
  'setLiveGoal.goalId': 'command',
  'receiveMenuReleasePointbackBonus.goalId': 'public',
  'beginVideoTest.testId': 'command',
  'saveGalleryItem.itemId': 'command',
  'acceptImageRequest.requestId': 'request',
  'declineImageRequest.requestId': 'request',
  'cancelImageRequest.requestId': 'request',
  'deliverImageRequest.requestId': 'request',
  'startVideoUpload.videoId': 'command',
  'requestGalleryRemoval.itemId': 'public',
  // Every reader of a profile may report its texts.
  'reportReview.reviewId': 'public',
  // An authenticator's: passkeys-hostile.test.ts.
  'finishPasskeyRegistration.id': 'public',
  'finishPasskeyRegistration.rawId': 'public',
  'proveIdentityByPasskey.id': 'public',
  'proveIdentityByPasskey.rawId': 'public',
}
