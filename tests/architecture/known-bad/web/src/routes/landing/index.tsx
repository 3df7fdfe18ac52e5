export const landing = 'landing'
