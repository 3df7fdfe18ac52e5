/** Validity of an invitation (days) from the time of its mail. */
export const INVITATION_DAYS = 14

export const INVITED_AT_ONCE_MAX = 200

/** Page that the invitation mail links to, with `?code=`. */
export const INVITATION_PATH = '/invitation'
