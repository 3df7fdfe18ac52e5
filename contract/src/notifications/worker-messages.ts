export const OPEN_PATH = 'open-path'
