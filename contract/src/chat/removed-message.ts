/** Content for programs and tabs of a release without `removed`; others show it in the reader's language. */
export const REMOVED_MESSAGE_CONTENT = 'Removed by a moderator'

/** Content for programs and tabs of a release without `deleted`; others show it in the reader's language. */
export const DELETED_MESSAGE_CONTENT = 'Message deleted'
