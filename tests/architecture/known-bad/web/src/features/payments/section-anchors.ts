export const anchor = '#cards'
