export const timeline = []
