/** Where people choose what they are sent. */
export const SETTINGS_PATH = '/account/notifications'
