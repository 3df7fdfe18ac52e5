/** Type of the service worker's message to a tab with the path of a tapped notification. */
export const OPEN_PATH = 'open-path'
