export const receipt = 'R-1'
