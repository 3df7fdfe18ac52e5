/** English content of a removed message, for programs and for tabs of a release without `removed`. */
export const REMOVED_MESSAGE_CONTENT = 'Removed by a moderator'

/** English content of a deleted message, for programs and for tabs of a release without `deleted`. */
export const DELETED_MESSAGE_CONTENT = 'Message deleted'
