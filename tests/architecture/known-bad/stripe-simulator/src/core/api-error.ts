export const status = 400
