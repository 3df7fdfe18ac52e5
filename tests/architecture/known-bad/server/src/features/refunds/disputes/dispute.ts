export const dispute = 'lost'
