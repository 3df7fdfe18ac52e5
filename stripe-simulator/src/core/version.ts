/** API version of the objects: the one that the SDK is pinned to. */
export const API_VERSION = '2026-10-28.endive'
