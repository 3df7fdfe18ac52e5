/**
 * What the text of a message is for programs, and for tabs of before there were removed messages, once a moderator has removed
 * it. Whoever knows `removed` says it in the reader's language.
 */
export const REMOVED_MESSAGE_CONTENT = 'Removed by a moderator'
