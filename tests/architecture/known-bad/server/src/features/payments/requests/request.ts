export const request = 'pending'
