export const authService = 1
