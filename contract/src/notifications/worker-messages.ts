/** By what name a service worker tells a tab, in a message, which path a tap on a notification leads to. */
export const OPEN_PATH = 'open-path'
