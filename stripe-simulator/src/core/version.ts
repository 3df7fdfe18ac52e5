/** The API version whose shapes the objects have: the one that the SDK is pinned to. */
export const API_VERSION = '2026-10-28.endive'
