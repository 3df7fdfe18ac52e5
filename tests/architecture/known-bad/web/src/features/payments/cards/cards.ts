export const cards = []
