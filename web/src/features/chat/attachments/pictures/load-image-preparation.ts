/** Loads the code for pictures. Call it once a room is open, because a picture may be chosen offline. */
export const loadImagePreparation = () => import('./image-preparation.ts')
