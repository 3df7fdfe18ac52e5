export const development = 'on'
