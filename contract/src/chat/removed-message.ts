/**
 * Content of a message that a moderator removed, for programs and for tabs of a release without `removed`. Other
 * clients show `removed` in the reader's language.
 */
export const REMOVED_MESSAGE_CONTENT = 'Removed by a moderator'
