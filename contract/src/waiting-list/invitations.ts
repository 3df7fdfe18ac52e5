/** How long an invitation is good (days), from when it was mailed. */
export const INVITATION_DAYS = 14

/** So many people can be invited at once. */
export const INVITED_AT_ONCE_MAX = 200

/** Where the mail leads to, with `?code=`. */
export const INVITATION_PATH = '/invitation'
