export const person = 'Jan'
